/** Like Promise.all, but if a task rejects, aborts the others and waits until they have settled. */
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
