import { exportCommand } from "../exportCommand.ts";

export const command = exportCommand(
  "responses",
  "export --url https://api.example.com --survey S1 --format csv --out S1.csv",
);
