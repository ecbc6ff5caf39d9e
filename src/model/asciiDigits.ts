/** Replaces the decimal digits of other scripts by ASCII's. Unicode has the ten digits of a script in a row, from its zero. */
export function withAsciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) {
      value++;
    }
    return String(value % 10);
  });
}
