/** Like Promise.all, but what goes on is stopped, and waited for, where one rejects. */
export async function allOrStop<T extends readonly unknown[]>(
  stop: AbortController,
  tasks: { readonly [K in keyof T]: Promise<T[K]> | T[K] },
): Promise<T> {
  try {
    return await Promise.all(tasks);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(tasks);
    throw error;
  }
}
