const watchMs = 500;

/**
 * Resolves when this process is asked to end. npm sends SIGTERM only to its shell, which dies without telling the script.
 * The script notices because its parent process changes.
 */
export async function terminationRequested(): Promise<void> {
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
