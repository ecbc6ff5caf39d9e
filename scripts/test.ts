// npm test: builds, runs the suites, and prints the totals as its last line. See --help.
import { join } from "node:path";
import { PassThrough, type Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { parseArgs } from "node:util";
import { provisionBrowser } from "./host/chromium.ts";
import { build } from "./host/build.ts";
import { terminationRequested } from "./host/ending.ts";
import { repository } from "./host/folders.ts";
import { currentRelease, oldestRelease, provisionVsCode } from "./host/provision.ts";
import { run } from "./host/run.ts";
import { runNodeSuite } from "./testing/node-suite.ts";
import { environmentOf, partsOf, type Part } from "./testing/suites.ts";
import { add, broken, describeTally, nothing, type Tally } from "./testing/tally.ts";
import { runVsCodeSuite } from "./testing/vscode-suite.ts";
import { installWitnesses, useInstalledPython } from "./testing/witnesses.ts";

const usage = `npm test [-- [suite…] [option…]]

Suites: unit (all that runs in Node), vscode (inside VS Code), webview (a browser on VS Code), or a folder of test/.
Without one: unit, vscode and webview. faults: all of the fault suite, of which unit runs a quick part.

  -g, --grep PATTERN   only tests whose title matches
  --ci                 lints, too, and first installs the programs that check our files (scripts/witnesses.sh)
  --oldest             in the oldest VS Code that engines.vscode allows`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    grep: { type: "string", short: "g" },
    ci: { type: "boolean", default: false },
    oldest: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

/** Number of parts that run at once, on two cores: one part computes while the others wait for windows to open. */
const lanes = 3;

/** Bytes of output that a part may write before it is printed. With a smaller buffer, a full pipe would block its tests. */
const keptOutput = 64 * 1024 * 1024;

// All processes that were started end with this one.
void terminationRequested().then(() => process.exit(130));

if (values.help) {
  console.log(usage);
} else {
  await main(positionals.length > 0 ? positionals : ["unit", "vscode", "webview"]);
}

/** A part that runs in parallel with others. Its output is printed when all parts before it have been printed. */
interface Running {
  readonly name: string;
  readonly output: PassThrough;
  readonly tally: Promise<Tally>;
}

async function main(suites: readonly string[]): Promise<void> {
  const running = values.ci ? [lint()] : [];
  let total = nothing;
  try {
    await prepare(suites);
    running.push(...start(await partsOf(suites), running[0]?.tally));
  } catch (error) {
    total = broken("The tests could not start", error);
  }
  for (const { name, output, tally } of running) {
    console.log(`\n# ${name}`);
    output.pipe(process.stdout, { end: false });
    await finished(output);
    total = add(total, await tally);
  }
  if (total.passed + total.failed + total.skipped === 0) {
    total = broken("Nothing was tested", "No test ran.");
  }
  process.exitCode = total.failed > 0 ? 1 : 0;
  console.log(describeTally(total));
}

/** Does what takes long the first time. Done before the tests, so that it does not count towards their timeouts. */
async function prepare(suites: readonly string[]): Promise<void> {
  const window = suites.includes("vscode") || suites.includes("webview");
  const steps: Promise<unknown>[] = [
    build(),
    ...(values.ci ? [installWitnesses()] : []),
    ...(window ? [provisionVsCode(release(), console.log), provisionBrowser(console.log)] : []),
  ];
  // Wait for all steps, so that none prints after the last line if another one fails.
  await Promise.allSettled(steps);
  await Promise.all(steps);
  useInstalledPython();
  process.env["SURVEY_EXPLORER_BUILT"] = "1";
  // Hundreds of processes load the same modules, so cache their compiled code.
  process.env["NODE_COMPILE_CACHE"] ??= join(repository, "node_modules", ".cache", "tests");
}

/** Starts `npm run lint`, which needs no preparation. */
function lint(): Running {
  const output = new PassThrough({ highWaterMark: keptOutput });
  const lintAll = async (): Promise<Tally> => {
    try {
      const script = join(import.meta.dirname, "lint.ts");
      await run(process.execPath, [script], { cwd: repository, output, inBackground: true });
      return nothing;
    } catch {
      return broken("npm run lint", "It found something: see above.");
    } finally {
      output.end();
    }
  };
  return { name: "npm run lint", output, tally: lintAll() };
}

/**
 * Starts the parts, in lanes.
 * @param before resolves when something that already runs has ended; it occupies one lane until then
 */
function start(parts: readonly Part[], before?: Promise<unknown>): Running[] {
  const waiting: (() => Promise<void>)[] = [];
  const running = parts.map((part) => {
    const output = new PassThrough({ highWaterMark: keptOutput });
    const tally = new Promise<Tally>((resolve) => {
      waiting.push(async () => {
        resolve(await runPart(part, output));
        output.end();
      });
    });
    return { name: part.name, output, tally };
  });
  const runLane = async (after?: Promise<unknown>): Promise<void> => {
    await after;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await next();
    }
  };
  void runLane(before);
  for (let lane = 1; lane < lanes; lane++) {
    void runLane();
  }
  return running;
}

async function runPart({ suite, name, files }: Part, output: Writable): Promise<Tally> {
  try {
    const tests = {
      files,
      color: process.stdout.isTTY,
      output,
      grep: values.grep,
    };
    const tally = await (suite === "vscode"
      ? runVsCodeSuite(tests, release())
      : runNodeSuite({ ...tests, env: environmentOf(suite), inBackground: suite === "unit" }));
    return values.grep === undefined ? withTests(tally) : tally;
  } catch (error) {
    return broken(`The tests ${name}`, error);
  }
}

function withTests(tally: Tally): Tally {
  if (tally.passed + tally.failed + tally.skipped === 0) {
    throw new Error("It has no tests.");
  }
  return tally;
}

function release(): typeof currentRelease {
  return values.oldest ? oldestRelease : currentRelease;
}
