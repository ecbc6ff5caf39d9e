/*
 * Foreign texts as literals of a language. Lone surrogates are U+FFFD, as in the files. Characters that could make a line
 * read as something else (line ends, changes of direction, zero width) are escaped.
 */

const unseen =
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Returns a Python literal. Every escape of JSON means the same in Python. */
export function pythonText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(
    unseen,
    (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Returns a code: a number as it is, a text as a literal. */
export function codeText(code: string | number, text: (code: string) => string): string {
  return typeof code === "number" ? code.toString() : text(code);
}

/** Returns an R literal: as in Python, without NUL, which strings of R cannot contain. */
export function rText(text: string): string {
  return pythonText(text.replaceAll("\0", ""));
}

/** Returns a DuckDB literal. Only the quote is special in it, and NUL, at which DuckDB stops reading. */
export function sqlText(text: string): string {
  const quoted = `'${text.toWellFormed().replaceAll("'", "''").replaceAll("\0", "' || chr(0) || '")}'`;
  return text.includes("\0") ? `(${quoted})` : quoted;
}

/** Returns a column's name as an SQL identifier. It has no control characters. */
export function sqlName(name: string): string {
  return `"${name.toWellFormed().replaceAll('"', '""')}"`;
}

/**
 * Returns the path of one file as a DuckDB literal. Characters that DuckDB takes for patterns are put in brackets, where
 * they stand for themselves.
 */
export function sqlPath(path: string, pattern = ""): string {
  return sqlText(path.replace(/[*?[]/g, "[$&]") + pattern);
}

export function lines(...all: readonly string[]): string {
  return all.join("\n");
}

/** Returns the parts, as many per line as fit, with a comma after each but the last. */
export function commaLines(parts: readonly string[], indent: string): string {
  let text = "";
  let room = 0;
  parts.forEach((part, place) => {
    const piece = place < parts.length - 1 ? `${part},` : part;
    if (room > piece.length) {
      text += ` ${piece}`;
      room -= piece.length + 1;
    } else {
      text += `${place > 0 ? "\n" : ""}${indent}${piece}`;
      room = lineLength - indent.length - piece.length;
    }
  });
  return text;
}

const lineLength = 100;
