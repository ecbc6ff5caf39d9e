import { invalidInput, type SurveyError } from "../../model/errors.ts";
import { issuesText } from "../../model/issueText.ts";
import type { ApiVersion } from "../../model/survey.ts";
import {
  dataSpaceList,
  nameOf,
  usableDataSpaceSchema,
  type DataSpaceSetting,
} from "../platform/settings.ts";
import { LockedListSetting } from "./lockedListSetting.ts";

/** Changes the data spaces in the settings. */
export class DataSpaceEntries {
  readonly #list: LockedListSetting;

  /** @param folder storage folder of this extension, which its windows share */
  constructor(folder: string) {
    this.#list = new LockedListSetting(dataSpaceList, folder);
  }

  /**
   * @param before called when the name is known to be free, before anything shows the entry
   * @param index default: the end of the list
   * @throws SurveyError "invalid-input" if the name is taken
   */
  add(entry: DataSpaceSetting, before: () => Promise<void>, index = Infinity): Promise<void> {
    return this.#list.change(async (list) => {
      if (list.some((it) => nameOf(it) === entry.name)) {
        throw nameTaken(entry.name);
      }
      await before();
      return list.toSpliced(index, 0, entry);
    });
  }

  /** @throws SurveyError "invalid-input" if the entry is not valid in this version */
  setVersion(name: string, version: ApiVersion): Promise<void> {
    return this.#list.change((list) =>
      list.map((it) => (nameOf(it) === name ? inVersion(it, name, version) : it)),
    );
  }

  /** @returns its index in the list before */
  async remove(name: string): Promise<number> {
    let index = -1;
    await this.#list.change((list) => {
      index = list.findIndex((it) => nameOf(it) === name);
      return list.filter((it) => nameOf(it) !== name);
    });
    return index;
  }
}

export function nameTaken(name: string): SurveyError {
  return invalidInput(
    'There is a data space "{0}" already. Choose another name, or remove that one first.',
    name,
  );
}

function inVersion(entry: unknown, name: string, version: ApiVersion): DataSpaceSetting {
  const changed = typeof entry === "object" ? { ...entry, version } : entry;
  const result = usableDataSpaceSchema().safeParse(changed);
  if (!result.success) {
    throw invalidInput(
      'The data space "{0}" cannot be changed: {1}. Edit it in the settings.',
      name,
      issuesText(result.error),
    );
  }
  return result.data;
}
