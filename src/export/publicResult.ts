import type { LocalizableText } from "../model/localizable.ts";
import type { VerifyResult } from "./verifiable.ts";

/** Returns an export's result as the contract specifies it: without texts that are translated for people. */
export function publicExport<T extends { readonly warningTexts?: readonly LocalizableText[] }>({
  warningTexts: _,
  ...result
}: T): Omit<T, "warningTexts"> {
  return result;
}

/** Returns the result of a verification as the contract specifies it. */
export function publicVerification({
  damage: _,
  ...result
}: VerifyResult): Omit<VerifyResult, "damage"> {
  return result;
}
