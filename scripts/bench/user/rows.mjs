// A response as one row: its facts, and an answer a question, several of them in one cell.
import { readFileSync } from "node:fs";

const facts = [
  "responseId",
  "serial",
  "collectGroupId",
  "completedStatus",
  "startedAt",
  "finishedAt",
];
const questions = Array.from(
  { length: 40 },
  (_, index) => `Q${String(index + 1).padStart(2, "0")}`,
);

export const columns = [...facts, ...questions];

export function rowOf(response) {
  const answers = new Map(response.variables.map((it) => [it.name, it.answer]));
  return [
    ...facts.map((name) => response[name] ?? null),
    ...questions.map(
      (name) =>
        answers
          .get(name)
          ?.map((it) => it.value)
          .join(";") ?? null,
    ),
  ];
}

export function tell(started, responses) {
  const seconds = (performance.now() - started) / 1000;
  const peakMegabytes = peak() / 1024;
  console.log(JSON.stringify({ seconds, peakMegabytes, responses }));
}

/** In kilobytes; maxRSS counts what the parent had when it started this process. */
function peak() {
  try {
    return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
