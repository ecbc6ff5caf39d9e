import { SurveyError } from "../model/errors.ts";

export interface SpaceCredentials {
  readonly spaceId: string;
  readonly apiKey: string;
}

/** Looks the credentials up, anew for every attempt; `undefined` if nobody is signed in. */
export type CredentialSource = (signal?: AbortSignal) => Promise<SpaceCredentials | undefined>;

/** The value of the Authorization header (API.md, Authentication): standard base64 of the UTF-8, without padding. */
export function authorizationHeader(credentials: SpaceCredentials): string {
  return `Basic ${base64(pair(credentials))}`;
}

export function signedOut(dataSpace: string): SurveyError {
  return new SurveyError(
    "signed-out",
    `You are not signed in to the data space "${dataSpace}". Sign in with its Space ID and API key.`,
  );
}

/** Takes the credentials out of a text, in every form in which they are known to turn up. */
export type Redactor = (text: string) => string;

/** @param credentials `undefined` if there is nothing to hide */
export function redactorFor(credentials: SpaceCredentials | undefined): Redactor {
  if (!credentials) {
    return (text) => text;
  }
  const { spaceId, apiKey } = credentials;
  const forms = [pair(credentials), apiKey].flatMap(formsOf);
  // A short Space ID may be an ordinary word, and taking that out would only spoil the sentence.
  if (spaceId.length >= 8) {
    forms.push(spaceId);
  }
  const longestFirst = [...new Set(forms)]
    .filter((form) => form.length > 0)
    .sort((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(escaped).join("|"), "gi");
  return (text) => (longestFirst.length > 0 ? text.replace(pattern, "***") : text);
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  return [
    secret,
    bytes.toString("base64"),
    base64(secret),
    bytes.toString("base64url"),
    ...[1, 2].map((offset) => base64At(bytes, offset)),
    bytes.toString("hex"),
    percentEncoded(bytes),
    encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\ufffd")),
    JSON.stringify(secret).slice(1, -1),
  ];
}

/** The part of base64 that the secret alone decides when it stands `offset` bytes into a longer text. */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  const certain = text.slice(offset + 1, Math.floor(((offset + bytes.length) * 8) / 6));
  return certain.length >= 8 ? certain : "";
}

function percentEncoded(bytes: Buffer): string {
  return bytes.toString("hex").replace(/../g, "%$&");
}

function pair({ spaceId, apiKey }: SpaceCredentials): string {
  return `${spaceId}:${apiKey}`;
}

function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64").replace(/=+$/, "");
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
