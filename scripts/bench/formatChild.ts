// Makes one table of items, in a process of its own, and tells how long it took and how much memory the process had at its
// peak, its worker along with it.
import { createFormats } from "../../src/formats/formatsClient.ts";
import { v3Mapper } from "../../src/client/mappers/v3.ts";
import { plainForm, type TableFormat } from "../../src/model/tabular/tableForm.ts";
import { peakMegabytes } from "./peakMemory.ts";
import { wide } from "./wideSurvey.ts";

export interface FormatArgument {
  /** What src/formats/worker.ts is built to. */
  readonly program: string;
  /** Paths, of the copy and of what is to be written. */
  readonly copy: string;
  readonly target: string;
  readonly format: TableFormat;
}

/** What a process that writes a table tells. */
export interface FormatWritten {
  readonly seconds: number;
  readonly peakMegabytes: number;
  readonly responses: number;
  readonly bytes: number;
}

const argument = JSON.parse(process.argv[2] ?? "") as FormatArgument;
const formats = createFormats(argument.program);
const started = performance.now();
const { bytes, description } = await formats.convert({
  source: {
    version: "v3",
    dataSpace: "Bench",
    survey: v3Mapper.survey(JSON.parse(JSON.stringify(wide.survey))),
    collectGroups: [
      { collectGroupId: "g1", label: "Web" },
      { collectGroupId: "g2", label: "Panel" },
    ],
    kind: "responses",
  },
  items: { file: argument.copy, version: "v3", wanted: { kind: "responses", query: {} } },
  target: argument.target,
  format: argument.format,
  form: plainForm,
  createdAt: "2025-01-01T00:00:00.000Z",
  toolVersion: "bench",
});
const written: FormatWritten = {
  seconds: (performance.now() - started) / 1000,
  peakMegabytes: await peakMegabytes(),
  responses: description.responses,
  bytes,
};
console.log(JSON.stringify(written));
