// npm test: builds, runs the suites, and prints the totals as its last line. See --help.
import { PassThrough, type Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { parseArgs } from "node:util";
import { provisionBrowser } from "./host/chromium.ts";
import { build } from "./host/build.ts";
import { askedToEnd } from "./host/ending.ts";
import { currentRelease, oldestRelease, provisionVsCode } from "./host/provision.ts";
import { runNodeSuite } from "./testing/node-suite.ts";
import { environmentOf, testFiles } from "./testing/suites.ts";
import { add, broken, describeTally, nothing, type Tally } from "./testing/tally.ts";
import { runVsCodeSuite } from "./testing/vscode-suite.ts";

const usage = `npm test [-- [suite…] [option…]]

Suites: unit (all that runs in Node), vscode (inside VS Code), webview (a browser on VS Code), or a folder of test/.
Without one: unit, and beside it vscode and webview. faults: all of the fault suite, of which unit runs a quick part.

  -g, --grep PATTERN   only tests whose title matches
  --oldest             in the oldest VS Code that engines.vscode allows`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    grep: { type: "string", short: "g" },
    oldest: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

/** Bytes of what a lane may say before its turn to be printed comes. A full pipe would make its tests wait. */
const keptOutput = 64 * 1024 * 1024;

// Everything that was started ends with this process.
void askedToEnd().then(() => process.exit(130));

if (values.help) {
  console.log(usage);
} else {
  await main(positionals.length > 0 ? [positionals] : [["unit"], ["vscode", "webview"]]);
}

/** @param lanes suites; those of a lane run one after the other, lanes side by side: one computes while windows open in another */
async function main(lanes: readonly (readonly string[])[]): Promise<void> {
  let total = nothing;
  try {
    await prepare(lanes.flat());
    const running = lanes.map((suites) => {
      const output = new PassThrough({ highWaterMark: keptOutput });
      return { output, tally: runSuites(suites, output).finally(() => output.end()) };
    });
    for (const { output, tally } of running) {
      output.pipe(process.stdout, { end: false });
      await finished(output);
      total = add(total, await tally);
    }
  } catch (error) {
    total = add(total, broken("The tests could not start", error));
  }
  if (total.passed + total.failed + total.skipped === 0) {
    total = broken("Nothing was tested", "No test ran.");
  }
  process.exitCode = total.failed > 0 ? 1 : 0;
  console.log(describeTally(total));
}

/** What takes its time the first time is done here, where no test's timeout runs. */
async function prepare(suites: readonly string[]): Promise<void> {
  const window = suites.includes("vscode") || suites.includes("webview");
  await Promise.all([
    build(),
    ...(window ? [provisionVsCode(release(), console.log), provisionBrowser(console.log)] : []),
  ]);
}

async function runSuites(suites: readonly string[], output: Writable): Promise<Tally> {
  let total = nothing;
  for (const suite of suites) {
    output.write(`\n# ${suite}\n`);
    total = add(total, await runSuite(suite, output));
  }
  return total;
}

async function runSuite(suite: string, output: Writable): Promise<Tally> {
  try {
    const files = await testFiles(suite);
    const tests = {
      files,
      color: process.stdout.isTTY,
      output,
      ...(values.grep === undefined ? {} : { grep: values.grep }),
    };
    const tally = await (suite === "vscode"
      ? runVsCodeSuite(tests, release())
      : runNodeSuite({ ...tests, env: environmentOf(suite) }));
    return values.grep === undefined ? withTests(tally) : tally;
  } catch (error) {
    return broken(`The suite ${suite}`, error);
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
