import { styleText } from 'node:util';

export type Style = 'good' | 'bad' | 'warn' | 'quiet' | 'strong';

/** Gives the text a style, or returns it unchanged. */
export type Styler = (style: Style, text: string) => string;

const FORMATS = { good: 'green', bad: 'red', warn: 'yellow', quiet: 'dim', strong: 'bold' } as const;

/** Returns a styler; the caller decides whether the terminal supports colors (NO_COLOR, FORCE_COLOR). */
export function createStyler(color: boolean): Styler {
  if (!color) return (_, text) => text;
  return (style, text) => styleText(FORMATS[style], text, { validateStream: false });
}
