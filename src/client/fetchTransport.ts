import type { Transport } from "./transport.ts";

/**
 * Over fetch, as VS Code routes it: the user's proxy and the machine's certificates apply, connections are kept alive.
 * @param currentFetch asked at every request, because VS Code puts another in place after start-up
 */
export function createFetchTransport(currentFetch: () => typeof globalThis.fetch): Transport {
  return async ({ url, method, headers, body, signal }) => {
    const answer = await currentFetch()(url, {
      method,
      headers,
      signal,
      redirect: "manual",
      // No cookie, and no address of ours in "Referer".
      credentials: "omit",
      referrerPolicy: "no-referrer",
      ...(body === undefined ? {} : { body }),
    });
    return {
      status: answer.status,
      header: (name) => answer.headers.get(name) ?? undefined,
      read: (take) => readStream(answer.body, take),
    };
  };
}

async function readStream(
  body: ReadableStream<Uint8Array> | null,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  const reader = body?.getReader();
  try {
    for (let next = await reader?.read(); next?.value; next = await reader?.read()) {
      take(next.value);
    }
  } catch (error) {
    // Not awaited: a body that hangs must not keep us.
    void reader?.cancel().catch(() => undefined);
    throw error;
  }
}
