import type { TextsRequest } from "../../assistant/toolHost.ts";
import { listed, localizable, plural } from "../../model/localizable.ts";
import { confirmed, say, t } from "../platform/window.ts";

/** Asks the person by a dialog whether an assistant may be given texts that respondents wrote. */
export async function askForTexts({
  dataSpace,
  survey,
  question,
  texts,
}: TextsRequest): Promise<boolean> {
  const detail = listed(
    [
      plural(
        texts,
        {
          one: "{0} text to {1} of the data space {2} will be read by the assistant and by who runs its model.",
          other:
            "{0} texts to {1} of the data space {2} will be read by the assistant and by who runs its model.",
        },
        question,
        dataSpace,
      ),
      localizable(
        "E-mail addresses, phone numbers, links, card and identity numbers are removed before; names are not.",
      ),
      localizable("Your answer applies to this survey until the window is closed."),
    ],
    "\n\n",
  );
  return confirmed(t("Share what people wrote in {0}?", survey), say(detail), t("Share Texts"));
}
