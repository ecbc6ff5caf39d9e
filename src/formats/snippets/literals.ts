/*
 * Texts of strangers as literals of a language. Half characters are U+FFFD in the files, so they are here as well. What
 * could make a line read as something else (line ends, changes of direction, what has no width) is escaped.
 */

const unseen =
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Every escape that JSON knows means the same in Python. */
export function pythonText(text: string): string {
  return JSON.stringify(wellFormed(text)).replace(
    unseen,
    (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** As in Python; texts of R cannot have a NUL. */
export function rText(text: string): string {
  return pythonText(text.replaceAll("\0", ""));
}

/** DuckDB: nothing has a meaning in a text but the quote, and NUL, which ends what is read. */
export function sqlText(text: string): string {
  const quoted = `'${wellFormed(text).replaceAll("'", "''").replaceAll("\0", "' || chr(0) || '")}'`;
  return text.includes("\0") ? `(${quoted})` : quoted;
}

/** A column's name; it has no control characters. */
export function sqlName(name: string): string {
  return `"${wellFormed(name).replaceAll('"', '""')}"`;
}

/** The path of one file: in DuckDB some characters are patterns, and mean themselves in brackets. */
export function sqlPath(path: string, pattern = ""): string {
  return sqlText(path.replace(/[*?[]/g, "[$&]") + pattern);
}

export function lines(...all: readonly string[]): string {
  return all.join("\n");
}

/** As many parts a line as fit, with a comma behind each but the last. */
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

function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
