import { cancelled, orCancelled } from "./waiting.ts";

/**
 * Runs the task with a deadline. If it ends early for any reason, its signal is aborted, so that the connection is closed.
 * @param late returns the error to reject with if the deadline has passed
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
