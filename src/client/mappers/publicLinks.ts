import { collectGroupSerial, responseUrls } from "../../protocol/v1v2.ts";
import { decoder, type Decoder } from "./mapper.ts";

/* Decoders that are the same in every version that has the operation. */

/** Decodes an element of the list of response URLs. */
export const responseUrl: Decoder<string> = decoder(responseUrls.element, (it) =>
  typeof it === "string" ? it : it.url,
);

export const serial: Decoder<string> = decoder(collectGroupSerial, (it) => it);
