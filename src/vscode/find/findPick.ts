import * as vscode from "vscode";
import { isCancelled } from "../../model/errors.ts";
import { indexKinds, type IndexKind } from "../../surveyIndex/indexEntries.ts";
import type { SurveyPlace } from "../panels/places.ts";
import { DisposableStore } from "../platform/disposables.ts";
import { errorText } from "../platform/language.ts";
import { plain, type SafeText } from "../platform/plainText.ts";
import { createPick, showError, showStatus, t } from "../platform/window.ts";
import { surveySelection, type CommandSource } from "../surveys/node.ts";
import type { FindParts } from "./findParts.ts";
import { hitItems, unreadItems, type FindItem, type HitButton } from "./findItems.ts";
import { questionMarkdown } from "./similarMarkdown.ts";
import type { Hit, IndexedSpace, Unread } from "./searchIndex.ts";

/** Milliseconds for which the status bar shows what was copied. */
const copied = 3000;

export interface FindOptions {
  readonly placeholder: SafeText;
  readonly kinds: readonly IndexKind[];
  /** Maximum number of hits of each kind. */
  readonly limit: number;
  /** Default: all data spaces. */
  readonly dataSpace?: string | undefined;
}

const everything = (): FindOptions => ({
  placeholder: t("Find surveys, questions, options, embedded data and collect groups"),
  kinds: indexKinds,
  limit: 10,
});

/** A quick pick that shows hits while a person types. */
export class FindPick {
  readonly #parts: FindParts;
  readonly #sought: FindOptions;
  readonly #store = new DisposableStore();
  readonly #pick: vscode.QuickPick<FindItem>;
  #spaces: readonly IndexedSpace[] = [];
  #unread: Unread[] = [];
  #searches = 0;
  #chosen: Hit | undefined;

  constructor(parts: FindParts, sought = everything()) {
    this.#parts = parts;
    this.#sought = sought;
    const { placeholder } = sought;
    this.#pick = createPick<FindItem>({ placeholder, keepScrollPosition: true, busy: true });
    // Otherwise VS Code sorts lines by how their labels match, and leaves out the headings. Its types lack the property.
    Object.assign(this.#pick, { sortByLabel: false });
  }

  /** Resolves when the quick pick is closed, to the hit that was opened; `undefined` if none was. */
  async show(): Promise<Hit | undefined> {
    const pick = this.#pick;
    this.#store.add(pick);
    try {
      await new Promise<void>((resolve) => {
        this.#store.add(pick.onDidHide(() => resolve()));
        this.#store.add(pick.onDidChangeValue(() => void this.#search()));
        this.#store.add(pick.onDidAccept(() => this.#accept()));
        this.#store.add(
          pick.onDidTriggerItemButton(({ button, item }) => this.#press(button, item)),
        );
        this.#store.add(this.#parts.indexFiller.onDidChange(() => void this.#renew()));
        pick.show();
        void this.#parts.indexFiller.update();
        void this.#renew();
      });
      return this.#chosen;
    } finally {
      this.#searches++;
      this.#store.dispose();
    }
  }

  /** Searches again, because the known surveys have changed. */
  async #renew(): Promise<void> {
    const { index, indexFiller } = this.#parts;
    try {
      const { spaces, unread } = await index.spaces();
      const { dataSpace } = this.#sought;
      const isSought = (it: { readonly dataSpace: string }): boolean =>
        dataSpace === undefined || it.dataSpace === dataSpace;
      this.#spaces = spaces.filter(isSought);
      this.#unread = [...unread, ...indexFiller.failed].filter(isSought);
      if (this.#sought.kinds.some((it) => it !== "survey")) {
        this.#unread.push(...(await index.unread(this.#spaces)));
      }
      await this.#search();
    } catch (error) {
      this.#fail(error);
    }
  }

  async #search(): Promise<void> {
    const search = ++this.#searches;
    const { index, indexFiller } = this.#parts;
    const text = this.#pick.value;
    try {
      const { kinds, limit } = this.#sought;
      const hits = await index.search(this.#spaces, text, kinds, limit);
      if (search === this.#searches) {
        const [active] = this.#pick.activeItems;
        const nothing: FindItem[] =
          hits.length === 0 && text.trim() !== ""
            ? [{ label: t('Nothing found for "{0}"', text.trim()), alwaysShow: true }]
            : [];
        const items = [
          ...hitItems(hits, this.#spaces.length > 1),
          ...nothing,
          ...unreadItems(this.#unread),
        ];
        this.#pick.items = items;
        // Keep the active line while more surveys arrive. If none is set, VS Code activates the first line.
        const same = items.find((it) => it.hit && active?.hit && isSame(it.hit, active.hit));
        if (same) {
          this.#pick.activeItems = [same];
        }
        this.#pick.busy = indexFiller.isRunning;
      }
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (!isCancelled(error)) {
      this.#pick.busy = false;
      const label = t("$(error) The search failed");
      this.#pick.items = [{ label, detail: plain(errorText(error)), alwaysShow: true }];
    }
  }

  #accept(): void {
    const [item] = this.#pick.selectedItems;
    if (item?.hit) {
      this.#chosen = item.hit;
      this.#pick.hide();
      openHit(item.hit);
    } else if (item?.unread?.surveyId !== undefined) {
      this.#pick.hide();
      const { dataSpace, surveyId, label = surveyId } = item.unread;
      open("openSurvey", { dataSpace, surveyId, survey: label }, {});
    } else if (item?.unread?.isSignedOut === true) {
      this.#pick.hide();
      const clicked: CommandSource = { kind: "dataSpace", dataSpace: item.unread.dataSpace };
      void vscode.commands.executeCommand("surveyExplorer.signIn", clicked);
    }
  }

  #press(button: vscode.QuickInputButton, { buttons = [], hit }: FindItem): void {
    const { action } = buttons.find((it) => it === button || it.tooltip === button.tooltip) ?? {};
    if (!hit || !action) {
      return;
    }
    if (action === "copy") {
      this.#copy(hit).catch((error: unknown) => showError(plain(errorText(error))));
      return;
    }
    this.#pick.hide();
    act(action, hit);
  }

  async #copy(hit: Hit): Promise<void> {
    const question = await this.#parts.index.question(hit);
    if (question) {
      await vscode.env.clipboard.writeText(questionMarkdown(question));
      showStatus(t("Copied {0}", question.question ?? ""), copied);
    }
  }
}

function isSame(a: Hit, b: Hit): boolean {
  return (
    a.kind === b.kind &&
    a.space === b.space &&
    a.surveyId === b.surveyId &&
    a.question === b.question &&
    a.code === b.code
  );
}

/** Opens the survey at the hit. */
function openHit(hit: Hit): void {
  if (hit.kind === "group") {
    act("responses", hit);
  } else {
    open("openSurvey", hit, { question: hit.question });
  }
}

function act(action: Exclude<HitButton["action"], "copy">, hit: Hit): void {
  const { kind, dataSpace, surveyId, code, text } = hit;
  const question = kind === "field" ? code : hit.question;
  switch (action) {
    case "compare":
      open("showSimilarQuestions", hit, { question });
      break;
    case "summary":
      open("openResponses", hit, { question, view: "summary" });
      break;
    case "responses":
      if (kind === "group") {
        const group = { collectGroupId: code ?? "", label: text };
        const clicked: CommandSource = { kind: "collectGroup", dataSpace, surveyId, group };
        void vscode.commands.executeCommand("surveyExplorer.openResponses", clicked);
      } else {
        open("openResponses", hit, { question, view: "table" });
      }
  }
}

/** Runs a command as if clicked, so that it reports its own failures. */
function open(
  command: string,
  { dataSpace, surveyId, survey }: Pick<Hit, "dataSpace" | "surveyId" | "survey">,
  place: SurveyPlace,
): void {
  const clicked = surveySelection({ dataSpace, surveyId, label: survey }, place);
  void vscode.commands.executeCommand(`surveyExplorer.${command}`, clicked);
}
