import type { Operation } from '../../../core/model.ts';
import type { Contract } from '../../contract.ts';
import { textAt } from '../text-at.ts';

const REPLACED = /\b(?:replac|updat|modif|overw|exist|already|chang)/i;
const CREATED = /\b(?:creat|new\b|add)/i;
/** What a 201 cannot be about without a meaning of its own. */
const AMBIGUOUS = /\b(?:replac|updat|modif|overw)/i;

/**
 * True if the document tells the success of a PUT that replaces a record from that of one that creates it, in words: `Create (201) or
 * replace (200) a book`, `200 if it exists already`.
 */
export function tellsReplacement({ document }: Contract, { method, pointer, responses }: Operation): boolean {
  const created = responses.find(({ key }) => key === '201');
  const replaced = responses.filter(({ key }) => key === '200' || key === '204');
  if (method !== 'PUT' || !created || replaced.length === 0) return false;
  if (AMBIGUOUS.test(textAt(document, created.pointer))) return false;
  const isReplacement = (text: string) => REPLACED.test(text) && !CREATED.test(text);
  const clauses = ['summary', 'description'].flatMap((keyword) =>
    textAt(document, pointer, keyword).split(/[.,;\n]|\b(?:or|and|otherwise|else)\b/),
  );
  const names = (clause: string, key: string) => new RegExp(`\\b${key}\\b`).test(clause);
  return replaced.some(
    ({ key, pointer: at }) =>
      isReplacement(textAt(document, at)) ||
      clauses.some((clause) => names(clause, key) && !names(clause, '201') && isReplacement(clause)),
  );
}
