/** Returns the key, alone and with the Space ID, in every encoding in which it might leak. */
export function spellings(spaceId: string, key: string): [form: string, spelling: Buffer][] {
  const pair = `${spaceId}:${key}`;
  return [
    ["text", Buffer.from(key, "utf8")],
    ["UTF-16", Buffer.from(key, "utf16le")],
    ["a part of an address", Buffer.from(encodeURIComponent(key))],
    ["JSON with escapes", Buffer.from(escaped(key))],
    ["hex", Buffer.from(Buffer.from(key, "utf8").toString("hex"))],
    ["base64", unpadded(key, "base64")],
    ["base64url", unpadded(key, "base64url")],
    ["Basic credentials", unpadded(pair, "base64")],
    ["Basic credentials in base64url", unpadded(pair, "base64url")],
  ];
}

function unpadded(text: string, encoding: "base64" | "base64url"): Buffer {
  return Buffer.from(Buffer.from(text, "utf8").toString(encoding).replace(/=+$/, ""));
}

function escaped(text: string): string {
  return text.replace(
    /[\u0080-\uffff]/g,
    (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
