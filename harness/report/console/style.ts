import { styleText } from 'node:util';

export type Style = 'good' | 'bad' | 'warn' | 'quiet' | 'strong';

/** Gives the text a style, or leaves it as it is. */
export type Styler = (style: Style, text: string) => string;

const FORMATS = { good: 'green', bad: 'red', warn: 'yellow', quiet: 'dim', strong: 'bold' } as const;

/** A painter; whether the terminal takes colours, the caller has decided (NO_COLOR, FORCE_COLOR). */
export function createStyler(colour: boolean): Styler {
  if (!colour) return (_, text) => text;
  return (style, text) => styleText(FORMATS[style], text, { validateStream: false });
}
