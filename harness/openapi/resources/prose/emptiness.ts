import type { Operation } from '../../../core/model.ts';
import { keep } from '../../../core/util/keep.ts';
import type { Contract } from '../../contract.ts';
import { singular, words } from '../names.ts';
import { textAt } from '../text-at.ts';
import { sentencesOf } from './conflicts.ts';

/** Statuses of a request that is valid, but not now. */
const STATUSES = [409, 422, 400, 412];
const HAS_NONE =
  /\b(?:has|have|contains?|there (?:is|are)|with) no(?: \w+)? (?:items?|lines?|entries|positions?|products?|articles?)\b/;
const WITHOUT = /\bwithout (?:any )?(?:items?|lines?|entries|positions?|products?|articles?)\b/;
/** Not `if nothing is sent, an empty template is created`. */
const REJECTED =
  /\b(?:4\d\d|reject\w*|fails?|error|invalid|conflicts?|cannot|can t|can not|may not|must|only|non empty|needs?|required?s?)\b/;

const known = new WeakMap<Operation, Map<string, number | undefined>>();

/** The status with which an action on a record with nothing in it is rejected: `The cart is empty`, `409 if the cart has no items`. */
export function emptyStatus(contract: Contract, operation: Operation, resource: readonly string[]): number | undefined {
  const name = singular(resource.at(-1) ?? '');
  const byName = known.get(operation) ?? keep(known, operation, new Map<string, number | undefined>());
  if (!byName.has(name)) byName.set(name, readStatus(contract, operation, name));
  return byName.get(name);
}

function readStatus({ document }: Contract, { responses, pointer }: Operation, own: string): number | undefined {
  const saysEmpty = (sentence: string) =>
    new RegExp(
      `\\b${own} (?:(?:must|may|can) not |cannot )?(?:(?:is|are|was|be|still) )*empty\\b|(?<!\\bnon )\\bempty ${own}\\b`,
    ).test(sentence) ||
    HAS_NONE.test(sentence) ||
    WITHOUT.test(sentence);
  const told = (at: string, keyword?: string) =>
    sentencesOf(textAt(document, at, keyword))
      .map(inWords)
      .filter(saysEmpty);
  const listed = STATUSES.flatMap((status) => responses.find(({ key }) => key === String(status)) ?? []);
  const told4xx = listed.find((each) => told(each.pointer).length > 0);
  const [sentence] = [...told(pointer), ...told(pointer, 'summary')].filter((each) => REJECTED.test(each));
  const named = sentence === undefined ? undefined : listed.find(({ key }) => sentence.includes(` ${key} `));
  const found = told4xx ?? named ?? (sentence === undefined ? undefined : listed[0]);
  return found && Number(found.key);
}

function inWords(sentence: string): string {
  return ` ${words(sentence).join(' ')} `;
}
