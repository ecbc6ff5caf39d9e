import { SurveyError, textOf } from "../../model/errors.ts";
import { localizable } from "../../model/localizable.ts";

/** Awaits the import of a part of the extension that is loaded on demand. @throws SurveyError "file-fault" if it fails */
export async function loaded<T>(part: Promise<T>): Promise<T> {
  try {
    return await part;
  } catch (cause) {
    const text = localizable(
      "A part of Survey Explorer could not be loaded. Reload the window. If that does not help, install the extension again. {0}",
      textOf(cause),
    );
    throw new SurveyError("file-fault", text, { cause });
  }
}
