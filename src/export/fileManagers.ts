const names: ReadonlySet<string> = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);

/** Returns true for the name of a file that file managers leave in the folders that they show. */
export function isOfFileManager(name: string): boolean {
  return names.has(name);
}
