import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes a folder for the tests of a suite. It is there before the hooks below run, and removed after them. @returns its path */
export function folderOfSuite(): string {
  const path = newPath();
  before(async function () {
    await mkdir(path);
    // Added only now, and so the last of these hooks: the others close what is in the folder.
    this.test?.parent?.afterAll(() => removed(path));
  });
  return path;
}

/** Makes an empty folder for each test of a suite, as `folderOfSuite` does. */
export function folderOfEachTest(): string {
  const path = newPath();
  before(function () {
    this.test?.parent?.afterEach(() => removed(path));
  });
  beforeEach(() => mkdir(path));
  return path;
}

export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** Makes a folder for a part of a test. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(newPath());
  return { path, [Symbol.asyncDispose]: () => removed(path) };
}

/** Short, because the path of a socket in the folder must not have more than about 100 bytes. */
function newPath(): string {
  return join(tmpdir(), `survey-explorer-${randomBytes(6).toString("hex")}`);
}

function removed(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true });
}
