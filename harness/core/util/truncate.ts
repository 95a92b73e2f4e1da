/** Returns the first characters of a line, with `...` if there are more; no character is cut in two. */
export function truncate(line: string, maxCharacters: number): string {
  const characters = Array.from(line.slice(0, 2 * maxCharacters + 2));
  return characters.length > maxCharacters ? `${characters.slice(0, maxCharacters).join('')}...` : line;
}
