import type Mocha from "mocha";

type Runnable = Mocha.Test | Mocha.Suite;

const reasons = new WeakMap<object, string>();

/** Skips a test, or in a hook the whole suite. The totals list the reason. */
export function skip(context: Mocha.Context, reason: string): never {
  const runnable = context.runnable();
  reasons.set(
    "type" in runnable && runnable.type === "hook" ? (runnable.parent ?? runnable) : runnable,
    reason,
  );
  return context.skip();
}

export function skipReason(test: Mocha.Test): string {
  let at: Runnable | undefined = test;
  while (at !== undefined && !reasons.has(at)) {
    at = at.parent;
  }
  return (at && reasons.get(at)) ?? "no reason given";
}
