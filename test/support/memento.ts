import type { Memento } from "vscode";

/** State of an extension, with what the test says was stored. */
export function memento(stored: Readonly<Record<string, unknown>> = {}): Memento {
  const values = new Map(Object.entries(stored));
  return {
    keys: () => [...values.keys()],
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
}
