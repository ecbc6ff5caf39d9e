import { SurveyError } from "../model/errors.ts";
import { parseOptions } from "./options.ts";
import { startService, type Service } from "./service.ts";

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  // Until the service has started, there is nothing to stop.
  let stop = () => Promise.resolve();
  const end = () => {
    void stop().finally(() => process.exit());
  };
  process.once("SIGINT", end);
  process.once("SIGTERM", end);
  if (options.json) {
    // The parent process keeps standard input open. When that closes, the parent has ended.
    process.stdin.once("close", end).once("error", end).resume();
    process.stdout.once("error", end);
  }
  const service = await startService(options, (fault) => console.error(fault));
  stop = () => service.close();
  console.log(options.json ? jsonLine(service) : welcome(service));
}

function jsonLine({ baseUrl, caFile, spaceId, apiKey }: Service): string {
  return JSON.stringify({ ready: true, baseUrl, caFile, spaceId, apiKey });
}

function welcome({ label, baseUrl, caFile, spaceId, apiKey }: Service): string {
  return `${label} is served.

  Address   ${baseUrl}
  Space ID  ${spaceId}
  API key   ${apiKey}
  CA file   ${caFile}

Ctrl-C ends it.`;
}

main().catch((error: unknown) => {
  const isForPerson = error instanceof SurveyError;
  console.error(isForPerson ? error.message : error);
  if (isForPerson && process.argv.includes("--json")) {
    const { code, message, text } = error;
    // VS Code shows the text in its own language.
    console.log(JSON.stringify({ ready: false, error: { code, message }, text }));
  }
  process.exit(1);
});
