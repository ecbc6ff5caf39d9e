/** Key of the list of past exports in VS Code's global state. */
export const pastExportsKey = "exports";
