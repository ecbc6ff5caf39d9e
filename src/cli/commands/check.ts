import { checkJob, checkTitle } from "../../jobs/checkJob.ts";
import { localizable, translated } from "../../model/localizable.ts";
import { connectionFields, shellCommand } from "../shellCommand.ts";
import { clientOptions } from "../shellHost.ts";
import { spaceOf } from "../spaces.ts";
import { exits } from "../usage.ts";

export const command = shellCommand({
  fields: connectionFields,
  example: "check --url https://api.example.com",
  run: async (asked, context) => {
    const { output, signal } = context;
    const space = await spaceOf(asked, context);
    output.note(localizable("Checking the connection to {0}", space.name));
    const found = await checkJob(clientOptions(space), signal);
    const ok = found.every((it) => it.ok);
    const said = (text: (typeof found)[number]["text"]): string => translated(text, output.words);
    output.rows(
      { ok, checks: found.map((it) => ({ name: it.name, ok: it.ok, message: said(it.text) })) },
      found.map((it) => [it.ok ? "✓" : "✗", said(checkTitle(it.name)), said(it.text)]),
    );
    return ok ? exits.done : exits.failed;
  },
});
