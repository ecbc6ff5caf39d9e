/** Where VS Code's global state has the list of past exports. */
export const pastExportsKey = "exports";
