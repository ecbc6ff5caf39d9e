// Reads a page of surveys through a proxy, with the certificates of the machine.
import { messageOf } from "../../../src/model/errors.ts";
import { clientFor } from "./clients.ts";

const [baseUrl = "", proxy = ""] = process.argv.slice(2);
const client = clientFor({ baseUrl }, { address: { name: "Test", baseUrl, version: "v3", proxy } });
try {
  const page = await client.surveyPage();
  process.send?.({ surveys: page.items.length });
} catch (error) {
  process.send?.({ error: messageOf(error) });
}
process.disconnect();
