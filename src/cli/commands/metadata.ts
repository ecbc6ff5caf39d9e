import { exportCommand } from "../exportCommand.ts";

export const command = exportCommand(
  "metadata",
  "metadata --url https://api.example.com --survey S1 --format ndjson --out S1.ndjson",
);
