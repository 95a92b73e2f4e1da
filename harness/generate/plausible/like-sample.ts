const HEXADECIMAL = /^(?=.*\d)([0-9a-f]{8,}|[0-9A-F]{8,})$/;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

/**
 * Returns a sample with other characters of the same kind at its end: `ord_9k2` gives `ord_4b7`.
 * @param random a number from 0 up to 1, without 1
 */
export function likeSample(sample: string, random: () => number): string {
  const start = /[0-9A-Za-z]*$/.exec(sample)?.index ?? 0;
  const end = sample.slice(start);
  const letters = HEXADECIMAL.test(end) ? LETTERS.slice(0, 6) : LETTERS;
  const other = (character: string) => {
    const kind = /\d/.test(character) ? DIGITS : /[a-z]/.test(character) ? letters : letters.toUpperCase();
    return kind[Math.floor(random() * kind.length)] ?? character;
  };
  return sample.slice(0, start) + end.replace(/[0-9A-Za-z]/g, other);
}
