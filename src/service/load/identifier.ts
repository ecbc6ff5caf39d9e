import * as z from "zod";
import { localizable } from "../../model/localizable.ts";

/** An ID, which clients must be able to send back in an address. */
export const identifier = z
  .string()
  .min(1)
  .refine(
    (it) => it.isWellFormed(),
    localizable("must not have half a character, which cannot be sent back").text,
  );
