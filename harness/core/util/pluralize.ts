/** `12,345`; toLocaleString would load the tables of every language for it. */
export function formatNumber(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 case`, `12,345 cases`; a count that is a string is shown as it is. */
export function pluralize(count: number | string, noun: string, plural = `${noun}s`): string {
  const shown = typeof count === 'number' ? formatNumber(count) : count;
  return `${shown} ${shown === '1' ? noun : plural}`;
}

/** `a user`, `an author`: by the letters, not the sound, save for the usual words with `u`. */
export function withArticle(noun: string): string {
  return /^([aeio](?!ne\b)|u(?!ni|s[eu]|til|r[il]))/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}
