import { join, resolve } from "node:path";
import * as z from "zod";
import { FiguresStore } from "../../assistant/figuresStore.ts";
import { instructions } from "../../assistant/instructions.ts";
import { serveTools } from "../../assistant/mcpServer.ts";
import { sharedLevels } from "../../assistant/toolHost.ts";
import { tools } from "../../assistant/tools.ts";
import { invalidInput } from "../../model/errors.ts";
import { sentences, localizable } from "../../model/localizable.ts";
import { stateParent } from "../../service/certificates/state.ts";
import {
  connectionFields,
  copiesField,
  type CommandContext,
  shellCommand,
} from "../shellCommand.ts";
import { shellToolHost } from "../shellToolHost.ts";
import { namesOf, spaceOf, spacesFor, type ShellSpace, type SpaceValues } from "../spaces.ts";

const fields = {
  ...connectionFields,
  // Refused below, with the reason.
  credentials: z.string().optional(),
  dataSpace: z
    .array(z.string())
    .optional()
    .describe(localizable("NAME=URL, or NAME=URL#v2: a data space, if there are several.").text),
  allow: z
    .enum(sharedLevels)
    .optional()
    .describe(
      localizable(
        "What assistants may be told. Each level includes the ones before it (default: figures).",
      ).text,
    ),
  leastCount: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, localizable("must be a number from 1").text)
    .optional()
    .describe(localizable("Counts below it are withheld (default: 5).").text),
  told: z
    .string()
    .optional()
    .describe(
      localizable("Folder for the record of what was told, so that small counts stay withheld.")
        .text,
    ),
  ...copiesField,
};

export const command = shellCommand({
  fields,
  example: "mcp --url https://api.example.com",
  run: async (asked, context) => {
    if (asked.credentials !== undefined) {
      throw invalidInput(
        "--credentials cannot be used here: standard input is the protocol's. Set the environment variables.",
      );
    }
    const { output, signal, environment } = context;
    const spaces = await spacesOf(asked, context);
    const disclosureFolder = resolve(asked.told ?? join(stateParent(environment), "told"));
    const host = shellToolHost({
      host: await context.host(spaces, asked.copies),
      spaces,
      level: asked.allow ?? "figures",
      leastCount: Number(asked.leastCount ?? "5"),
      disclosureFolder,
      folder: process.cwd(),
      note: (text) => output.note(text),
    });
    output.note(localizable("Serving {0} tools on standard input and output.", tools.length));
    await serveTools({
      ...{ tools, host, instructions, signal },
      figures: new FiguresStore(disclosureFolder),
      input: context.input,
      output: context.out,
      onFault: (error) => output.note(sentences(error.message)),
    });
  },
});

async function spacesOf(values: SpaceValues, context: CommandContext): Promise<ShellSpace[]> {
  const { url, dataSpace = [] } = values;
  if (url !== undefined && dataSpace.length > 0) {
    throw invalidInput(
      "--url cannot be used with --data-space here. Add its address as --data-space NAME=URL.",
    );
  }
  return dataSpace.length === 0
    ? [await spaceOf(values, context)]
    : spacesFor(namesOf(dataSpace), values, context);
}
