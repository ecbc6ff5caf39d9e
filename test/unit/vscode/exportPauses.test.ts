import { strict as assert } from "node:assert";
import { setImmediate } from "node:timers/promises";
import { orCancelled } from "../../../src/client/waiting.ts";
import { SurveyError, type ErrorCode, type SignIn } from "../../../src/model/errors.ts";
import { sentences, english } from "../../../src/model/localizable.ts";
import type { Paused } from "../../../src/jobs/shownProgress.ts";
import { ExportPauses } from "../../../src/vscode/exports/exportPauses.ts";

/** Returns an export, with a person, credentials and a clock that the test controls. */
function stage() {
  const abort = new AbortController();
  const questions: { text: string; answer: (button: string | undefined) => void }[] = [];
  const shown: (Paused | undefined)[] = [];
  const listeners = new Set<() => void>();
  let wake: () => void = () => undefined;
  const played = {
    abort,
    questions,
    shown,
    listeners,
    reached: 0,
    signedIn: false,
    dialogs: [] as SignIn[],
    /** What the person does in the sign-in dialog. */
    inDialog: (): void => undefined,
    waits: [] as number[],
    wake: () => wake(),
    changeCredentials: () => {
      for (const listener of listeners) {
        listener();
      }
    },
  };
  const pauses = new ExportPauses({
    running: {
      signal: abort.signal,
      cancel: () => abort.abort(),
      pause: (paused) => shown.push(paused),
    },
    reached: () => played.reached,
    ask: (text, ...buttons) =>
      new Promise((resolve) => {
        questions.push({ text: `${text} [${buttons.join("] [")}]`, answer: resolve });
      }),
    signIn: async (command) => {
      played.dialogs.push(command);
      played.inDialog();
    },
    isSignedIn: async () => {
      // Takes a turn of the event loop, because secret storage is not immediate.
      await setImmediate();
      return played.signedIn;
    },
    onDidChange: (listener) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    language: english,
    clock: {
      now: () => 1_000_000,
      delay: (milliseconds, signal) => {
        played.waits.push(milliseconds / 1000);
        return orCancelled(new Promise((resolve) => (wake = resolve)), signal);
      },
    },
  });
  return { ...played, played, pauses };
}

function failure(code: ErrorCode): SurveyError {
  return new SurveyError(code, sentences(`It is ${code}.`));
}

describe("paused export", () => {
  it("asks to sign in and continues afterwards", async () => {
    const { pauses, played, questions, shown, listeners, changeCredentials } = stage();
    const paused = pauses.pause(failure("unauthorized"));
    assert.deepEqual(shown, [{}]);
    assert.equal(questions[0]?.text, "The export is paused: It is unauthorized. [Sign In] [Stop]");
    played.inDialog = () => {
      played.signedIn = true;
      changeCredentials();
    };
    questions[0].answer("Sign In");
    await paused;
    await setImmediate();
    assert.deepEqual(shown, [{}, undefined]);
    assert.equal(questions.length, 1);
    assert.equal(listeners.size, 0);
  });

  it("asks to sign in to the proxy and continues afterwards", async () => {
    const { pauses, played, questions, changeCredentials } = stage();
    played.signedIn = true;
    const paused = pauses.pause(failure("proxy-sign-in"));
    assert.match(questions[0]?.text ?? "", /It is proxy-sign-in\. \[Sign In to Proxy\] \[Stop\]/);
    played.inDialog = changeCredentials;
    questions[0]?.answer("Sign In to Proxy");
    await paused;
    assert.deepEqual(played.dialogs, ["signInToProxy"]);
  });

  it("asks again if the sign-in dialog was closed", async () => {
    const { pauses, played, questions, changeCredentials } = stage();
    const paused = pauses.pause(failure("signed-out"));
    while (questions.length < 1) {
      await setImmediate();
    }
    questions[0]?.answer("Sign In");
    while (questions.length < 2) {
      await setImmediate();
    }
    assert.deepEqual(played.dialogs, ["signIn"]);
    played.signedIn = true;
    changeCredentials();
    await paused;
  });

  it("continues at once if already signed in", async () => {
    const { pauses, played, questions, shown, listeners } = stage();
    played.signedIn = true;
    await pauses.pause(failure("signed-out"));
    assert.deepEqual(questions, []);
    assert.deepEqual(shown, [{}, undefined]);
    assert.equal(listeners.size, 0);
  });

  it("continues after a sign-in elsewhere, and asks again if that was another data space", async () => {
    const { pauses, played, questions, changeCredentials } = stage();
    const paused = pauses.pause(failure("unauthorized"));
    changeCredentials();
    await setImmediate();
    played.signedIn = true;
    changeCredentials();
    await paused;
    const again = pauses.pause(failure("invalid-input"));
    assert.match(questions[1]?.text ?? "", /It is invalid-input.*Sign In/);
    changeCredentials();
    await again;
  });

  it("stays paused if the notification is dismissed", async () => {
    const { pauses, played, questions, abort } = stage();
    const paused = pauses.pause(failure("unauthorized"));
    questions[0]?.answer(undefined);
    await setImmediate();
    assert.deepEqual(played.dialogs, []);
    abort.abort();
    await assert.rejects(paused, { code: "cancelled" });
    assert.equal(pauses.stopped, false);
  });

  it("retries after an outage with increasing waits", async () => {
    const { pauses, played, questions, shown } = stage();
    for (let time = 0; time < 5; time++) {
      const paused = pauses.pause(failure("unreachable"));
      await setImmediate();
      played.wake();
      await paused;
    }
    assert.deepEqual(played.waits, [30, 60, 120, 300, 300]);
    assert.deepEqual(shown.slice(0, 2), [{ until: 1_030_000 }, undefined]);
    assert.equal(questions.length, 1, "the same question stays open");
  });

  it("restarts with a short wait after progress", async () => {
    const { pauses, played } = stage();
    for (const reached of [0, 0, 500, 500]) {
      played.reached = reached;
      const paused = pauses.pause(failure("timeout"));
      await setImmediate();
      played.wake();
      await paused;
    }
    assert.deepEqual(played.waits, [30, 60, 30, 60]);
  });

  it("retries at once on request, also from an earlier notification", async () => {
    const { pauses, played, questions } = stage();
    const first = pauses.pause(failure("server-fault"));
    await setImmediate();
    played.wake();
    await first;
    const second = pauses.pause(failure("server-fault"));
    questions[0]?.answer("Try Again");
    await second;
    assert.equal(questions.length, 1);
  });

  for (const code of ["unauthorized", "rate-limited"] as const) {
    it(`ends when stopped after the error "${code}"`, async () => {
      const { pauses, questions } = stage();
      const paused = pauses.pause(failure(code));
      questions[0]?.answer("Stop");
      await assert.rejects(paused, { code: "cancelled" });
      assert.equal(pauses.stopped, true);
    });
  }

  it("does not pause for errors that waiting cannot resolve", async () => {
    const { pauses, questions } = stage();
    const reason = failure("malformed-answer");
    await assert.rejects(pauses.pause(reason), reason);
    assert.equal(questions.length, 0);
  });
});
