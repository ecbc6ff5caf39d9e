import { findSourceMap } from "node:module";
import { fileURLToPath } from "node:url";

/** Applies source maps to a stack trace: VS Code writes stack traces in its own way, which leaves them out. */
export function mapStack(stack: string): string {
  return stack.replace(
    /([^\s()]+):(\d+):(\d+)/g,
    (place: string, file: string, line: string, column: string) => {
      const origin = findSourceMap(file)?.findOrigin(Number(line), Number(column));
      return origin !== undefined && "fileName" in origin
        ? `${pathOf(origin.fileName)}:${origin.lineNumber}:${origin.columnNumber}`
        : place;
    },
  );
}

function pathOf(source: string): string {
  return source.startsWith("file:") ? fileURLToPath(source) : source;
}
