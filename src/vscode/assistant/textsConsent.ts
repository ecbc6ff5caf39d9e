import type { TextsRequest } from "../../assistant/toolHost.ts";
import { orCancelled } from "../../client/waiting.ts";
import { listed, localizable, plural } from "../../model/localizable.ts";
import { confirmed, say, t } from "../platform/window.ts";

/** Asks the person whether an assistant may be given texts that respondents wrote. */
export type AskForTexts = (request: TextsRequest) => Promise<boolean>;

/** Asks once per survey for as long as the window is open, unless the person refuses. */
export class TextsConsent {
  readonly #ask: AskForTexts;
  /** Keyed by survey. A call during the question waits for the same answer. */
  readonly #answers = new Map<string, Promise<boolean>>();

  constructor(ask: AskForTexts = askPerson) {
    this.#ask = ask;
  }

  async allows(request: TextsRequest, signal: AbortSignal): Promise<boolean> {
    const key = JSON.stringify([request.dataSpace, request.surveyId]);
    const answer = this.#answers.get(key) ?? this.#ask(request);
    this.#answers.set(key, answer);
    const forget = (): void => void this.#answers.delete(key);
    // A refusal is not remembered: the next call asks again.
    answer.then((agreed) => agreed || forget(), forget);
    return orCancelled(answer, signal);
  }
}

async function askPerson({ dataSpace, survey, question, texts }: TextsRequest): Promise<boolean> {
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
