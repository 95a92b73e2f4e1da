import type { Contract } from '../../contract.ts';
import { textAt } from '../text-at.ts';

const KEPT =
  /\b(?:stored|kept|returned|preserved|shown|saved)\b.*\b(?:exactly|verbatim|unchanged|unmodified|as (?:it|they) (?:was|were|is|are) (?:sent|given|entered|received))\b/i;
const UNCERTAIN = /\b(?:not|never|no|unless|except|if|when|may|but)\b/i;

/** True if the document says of all texts that they stay as they are: `Text is stored exactly as it was sent`. */
export function keepsTexts({ document }: Contract): boolean {
  return textAt(document, '/info')
    .split(/[.;\n]/)
    .some((sentence) => /\b(?:texts?|strings?)\b/i.test(sentence) && KEPT.test(sentence) && !UNCERTAIN.test(sentence));
}
