const watchMs = 500;

/**
 * Resolves when this process is asked to end. npm hands SIGTERM on to its shell only, which dies of it without a word to
 * the script; that the parent is another one then is the sign.
 */
export async function askedToEnd(): Promise<void> {
  const parent = process.ppid;
  let watch: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => resolve());
    }
    watch = setInterval(() => {
      if (process.ppid !== parent) {
        resolve();
      }
    }, watchMs).unref();
  });
  clearInterval(watch);
}
