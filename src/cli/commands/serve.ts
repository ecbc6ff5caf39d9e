import * as z from "zod";
import { lastPageSignals } from "../../service/dataSpace.ts";
import { localizable } from "../../model/localizable.ts";
import { kebab } from "../options.ts";
import { shellCommand } from "../shellCommand.ts";
import type { Exit } from "../usage.ts";

const portRange = localizable("must be a number from 0 to 65535").text;
const fields = {
  directory: z
    .string()
    .optional()
    .describe(localizable("Data space directory to serve (default: the sample).").text),
  port: z
    .string()
    .refine((it) => /^\d{1,5}$/.test(it) && Number(it) <= 65_535, portRange)
    .optional()
    .describe(localizable("Port to listen on (default: any that is free).").text),
  lastPage: z
    .enum(lastPageSignals)
    .optional()
    .describe(localizable("How the last page of a list is signalled (default: absent).").text),
  state: z.string().optional().describe(localizable("Folder of its certificate authority.").text),
  json: z.boolean().optional(),
};

export const command = shellCommand({
  fields,
  example: "serve --port 8443",
  run: async (asked) => {
    const args = Object.entries(asked).flatMap(([name, value]) => {
      const option = `--${kebab(name)}`;
      return value === true ? [option] : typeof value === "string" ? [`${option}=${value}`] : [];
    });
    // The service is a program: it reads its own arguments, and ends the process.
    process.argv.splice(2, process.argv.length, ...args);
    await import("../../service/main.ts");
    return new Promise<Exit>(() => undefined);
  },
});
