/** Returns a picture with up to two letters as a data URL (RFC 2397), which needs no network. */
export function imageDataUrl(letters: string, hue: number): string {
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96">',
    `<rect width="96" height="96" fill="hsl(${hue},55%,42%)"/>`,
    '<text x="48" y="62" font-family="sans-serif" font-size="40" fill="#fff" text-anchor="middle">',
    `${letters}</text></svg>`,
  ].join('');
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Returns the first letters of the first two words. */
export function initials(text: string): string {
  return text
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');
}
