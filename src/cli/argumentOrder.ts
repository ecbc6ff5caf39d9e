const option = "--data-space";

/**
 * Puts a file name that follows the values NAME=URL of `--data-space` in front of the option, where it is the command's
 * argument. Behind them, it would be another value.
 */
export function withArgumentFirst(args: readonly string[]): string[] {
  const isArgument = (text: string, index: number): boolean => {
    const before = args.findLastIndex((it, at) => at < index && it.startsWith("-"));
    return args[before] === option && index > before + 1 && !/^-|=/.test(text);
  };
  const first = Math.max(0, args.indexOf(option));
  return [
    ...args.slice(0, first),
    ...args.filter(isArgument),
    ...args.filter((it, index) => index >= first && !isArgument(it, index)),
  ];
}
