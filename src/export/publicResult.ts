import { inEnglishOf, type LocalizableText } from "../model/localizable.ts";
import { oneLine } from "../model/oneLine.ts";
import type { Words } from "../model/words.ts";
import type { VerifyResult } from "./verifiable.ts";

/**
 * Returns an export's result as the contract specifies it: without texts that are translated for people, and with its
 * warnings in the words of the place.
 */
export function publicExport<
  T extends {
    readonly warnings?: readonly string[];
    readonly warningTexts?: readonly LocalizableText[];
  },
>({ warningTexts, ...result }: T, place: Pick<Words, "shellTexts"> = {}): Omit<T, "warningTexts"> {
  return {
    ...result,
    ...(warningTexts && { warnings: warningTexts.map((it) => oneLine(inEnglishOf(place, it))) }),
  };
}

/** Returns the result of a verification as the contract specifies it. */
export function publicVerification({
  damage: _,
  ...result
}: VerifyResult): Omit<VerifyResult, "damage"> {
  return result;
}
