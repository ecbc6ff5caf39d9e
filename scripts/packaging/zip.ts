export interface ZipEntry {
  readonly path: string;
  readonly bytes: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/** Returns the entries of a zip file's central directory, in order. */
export function zipEntries(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0 || zip.readUInt32LE(end) !== endSignature) {
    throw new Error("This is not a zip file.");
  }
  const entries: ZipEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== entrySignature) {
      throw new Error("The table of contents of this zip file is damaged.");
    }
    const pathLength = zip.readUInt16LE(at + 28);
    const rest = zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    const path = zip.toString("utf8", at + 46, at + 46 + pathLength);
    entries.push({ path, bytes: zip.readUInt32LE(at + 24) });
    at += 46 + pathLength + rest;
  }
  return entries;
}
