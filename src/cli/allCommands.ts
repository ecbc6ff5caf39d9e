import { localizable } from "../model/localizable.ts";
import { mcpCommand } from "./mcpCommand.ts";
import type { Commands } from "./shellCommand.ts";

/** All commands of the shell. */
export const allCommands: Commands = {
  check: {
    summary: localizable("Check the connection to a data space"),
    load: () => import("./commands/check.ts"),
  },
  surveys: {
    summary: localizable("List the surveys"),
    load: () => import("./commands/surveys.ts"),
  },
  structure: {
    summary: localizable("Write a survey's structure to a file"),
    load: () => import("./commands/structure.ts"),
  },
  codebook: {
    summary: localizable("Write a survey's codebook to a file"),
    load: () => import("./commands/codebook.ts"),
  },
  export: {
    summary: localizable("Write responses to a file"),
    load: () => import("./commands/export.ts"),
  },
  metadata: {
    summary: localizable("Write the metadata of responses to a file"),
    load: () => import("./commands/metadata.ts"),
  },
  summary: {
    summary: localizable("Write the summary of responses to a file"),
    load: () => import("./commands/summary.ts"),
  },
  fieldwork: {
    summary: localizable("Show the fieldwork of a survey"),
    load: () => import("./commands/fieldwork.ts"),
  },
  verify: {
    summary: localizable("Compare an exported file with its data space"),
    load: () => import("./commands/verify.ts"),
  },
  run: {
    summary: localizable("Run a recipe"),
    load: () => import("./commands/run.ts"),
  },
  serve: {
    summary: localizable("Serve a local data space"),
    load: () => import("./commands/serve.ts"),
  },
  ...mcpCommand,
};
