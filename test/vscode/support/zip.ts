import { strict as assert } from "node:assert";
import { inflateRawSync } from "node:zlib";

/** Returns the parts of a ZIP file, as listed in its directory. */
export function zipEntries(zip: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  const end = zip.lastIndexOf("PK\u0005\u0006");
  let at = zip.readUInt32LE(end + 16);
  while (at < end && zip.readUInt32LE(at) === 0x02014b50) {
    const [size, place] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)];
    const start = place + 30 + zip.readUInt16LE(place + 26) + zip.readUInt16LE(place + 28);
    parts.push(inflateRawSync(zip.subarray(start, start + size)));
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  assert.ok(parts.length > 0);
  return parts;
}
