/**
 * Numbers for all windows of one width in a text, each made from the one before it: equal windows have equal numbers, and
 * others differ but for one case in 2^51. It refuses to know what texts say.
 */
const PRIME = 67_108_859;
const SECOND_PRIME = 33_554_393;
const BASE = 1_000_003;
const SECOND_BASE = 131_071;

/** `visit` gets the start and the number of each window; a shorter text has none. */
export function eachWindow(
  text: string,
  width: number,
  visit: (start: number, number: number) => void,
): void {
  if (text.length < width) return;
  const lead = power(BASE, width - 1, PRIME);
  const secondLead = power(SECOND_BASE, width - 1, SECOND_PRIME);
  let one = 0;
  let two = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (at >= width) {
      const gone = text.charCodeAt(at - width);
      one = (one + PRIME - ((gone * lead) % PRIME)) % PRIME;
      two = (two + SECOND_PRIME - ((gone * secondLead) % SECOND_PRIME)) % SECOND_PRIME;
    }
    one = (one * BASE + unit) % PRIME;
    two = (two * SECOND_BASE + unit) % SECOND_PRIME;
    if (at >= width - 1) visit(at - width + 1, one * SECOND_PRIME + two);
  }
}

function power(base: number, exponent: number, modulus: number): number {
  let result = 1;
  for (let step = 0; step < exponent; step += 1) result = (result * base) % modulus;
  return result;
}
