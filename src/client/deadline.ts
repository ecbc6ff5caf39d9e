import { cancelled, orCancelled } from "./waiting.ts";

/**
 * Runs the task under a deadline. Whatever ends it early, its signal is aborted, so that the connection is closed.
 * @param late what it rejects with when it takes longer
 */
export async function withDeadline<T>(
  signal: AbortSignal,
  seconds: number,
  late: () => Error,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let isLate = false as boolean;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, seconds * 1000);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) {
    abort();
  }
  try {
    return await orCancelled(task(controller.signal), controller.signal);
  } catch (error) {
    controller.abort();
    if (isLate) {
      throw late();
    }
    throw signal.aborted ? cancelled() : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}
