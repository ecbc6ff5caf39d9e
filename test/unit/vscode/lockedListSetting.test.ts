import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  LockedListSetting,
  type ListSetting,
} from "../../../src/vscode/dataSpaces/lockedListSetting.ts";
import { folderOfEachTest } from "../../support/folders.ts";

/** A setting as VS Code has it: a window learns what another one wrote only when it is told. */
class Setting {
  written: readonly unknown[] = [];
  readonly #windows: { list: readonly unknown[]; readonly changed: EventEmitter }[] = [];

  window(): ListSetting {
    const window = { list: this.written, changed: new EventEmitter() };
    this.#windows.push(window);
    return {
      read: () => window.list,
      write: async (list) => {
        await new Promise(setImmediate);
        this.written = list;
        window.list = list;
        window.changed.emit("change");
      },
      onDidChange: (listener) => {
        window.changed.on("change", listener);
        return { dispose: () => window.changed.off("change", listener) };
      },
    };
  }

  tellAll(): void {
    for (const window of this.#windows) {
      window.list = this.written;
      window.changed.emit("change");
    }
  }
}

describe("list setting shared by several windows", () => {
  const folder = folderOfEachTest();
  let setting: Setting;
  beforeEach(async () => {
    setting = new Setting();
  });

  const list = () => new LockedListSetting(setting.window(), folder);
  const adding = (entry: string) => (known: readonly unknown[]) => [...known, entry];

  it("keeps concurrent changes of one window, in order", async () => {
    const here = list();
    await Promise.all(["a", "b", "c"].map((it) => here.change(adding(it))));
    assert.deepEqual(setting.written, ["a", "b", "c"]);
    assert.ok(!(await readdir(folder)).includes("settings.lock"));
  });

  it("keeps concurrent changes of two windows, despite late notifications", async () => {
    const [here, there] = [list(), list()];
    const changes = ["a", "b", "c", "d"].map((it, index) =>
      (index % 2 === 0 ? here : there).change(adding(it)),
    );
    const telling = setInterval(() => setting.tellAll(), 5);
    await Promise.all(changes).finally(() => clearInterval(telling));
    assert.deepEqual([...setting.written].sort(), ["a", "b", "c", "d"]);
  });

  it("continues after a rejected change", async () => {
    const here = list();
    const refused = here.change(() => {
      throw new Error("no");
    });
    await Promise.all([assert.rejects(refused, /no/), here.change(adding("a"))]);
    assert.deepEqual(setting.written, ["a"]);
  });

  it("continues after a window was killed with the lock, and after a manual change", async () => {
    const longAgo = new Date(Date.now() - 60_000);
    await writeFile(join(folder, "settings.lock"), "killed");
    await utimes(join(folder, "settings.lock"), longAgo, longAgo);
    await writeFile(
      join(folder, "settings.json"),
      JSON.stringify({ at: longAgo.getTime(), hash: "of what is there no more" }),
    );
    await list().change(adding("a"));
    assert.deepEqual(setting.written, ["a"]);
  });

  it("reports that the lock folder cannot be written", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    await assert.rejects(new LockedListSetting(setting.window(), file).change(adding("a")), {
      code: "file-fault",
      message: /The settings cannot be changed, because the folder .*file cannot be written/,
    });
    assert.deepEqual(setting.written, []);
  });
});
