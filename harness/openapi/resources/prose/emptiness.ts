import { parsePointer } from '../../../core/json/pointer.ts';
import type { Operation } from '../../../core/model.ts';
import { keep } from '../../../core/util/keep.ts';
import type { Contract } from '../../contract.ts';
import type { SchemaProperty } from '../model.ts';
import { singular, singularWords, words } from '../names.ts';
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

/** `Only orders without lines can be archived`: the opposite. */
const UNCERTAIN = /\b(?:only|unless|until|except|can be|may be|allowed|ignored|if it|or it)\b/;
const LINE = /^(item|line|entry|position|product|article)$/;

/** True for the words of what a cart or an order has several of. */
export function isLine(name: readonly string[]): boolean {
  return LINE.test(singularWords(name).at(-1) ?? '');
}

/** Names of the arrays of objects in a record that are called like lines. */
export function lineArrays(properties: readonly Pick<SchemaProperty, 'pointer'>[]): string[] {
  const names = properties.flatMap(({ pointer }) => {
    const [name, item, ...inner] = parsePointer(pointer);
    return name !== undefined && item === '*' && inner.length > 0 && isLine(words(name)) ? [name] : [];
  });
  return [...new Set(names)];
}

/** True if the document says of nothing else than a record with nothing in it that it is rejected: `The cart is empty`, `has no line`. */
export function rejectsEmpty({ document }: Contract, operation: Operation, resource: readonly string[]): boolean {
  const statuses = operation.requestBody === undefined ? STATUSES : STATUSES.filter((status) => status !== 400);
  const own = singular(resource.at(-1) ?? '');
  return operation.responses
    .filter(({ key }) => statuses.includes(Number(key)))
    .flatMap(({ pointer }) => sentencesOf(textAt(document, pointer)).map(inWords))
    .some((sentence) => saysEmpty(own, sentence) && !UNCERTAIN.test(sentence));
}

const known = new WeakMap<Operation, Map<string, number | undefined>>();

/** The status with which an action on a record with nothing in it is rejected: `The cart is empty`, `409 if the cart has no items`. */
export function emptyStatus(contract: Contract, operation: Operation, resource: readonly string[]): number | undefined {
  const name = singular(resource.at(-1) ?? '');
  const byName = known.get(operation) ?? keep(known, operation, new Map<string, number | undefined>());
  if (!byName.has(name)) byName.set(name, readStatus(contract, operation, name));
  return byName.get(name);
}

function readStatus({ document }: Contract, { responses, pointer }: Operation, own: string): number | undefined {
  const told = (at: string, keyword?: string) =>
    sentencesOf(textAt(document, at, keyword))
      .map(inWords)
      .filter((sentence) => saysEmpty(own, sentence));
  const listed = STATUSES.flatMap((status) => responses.find(({ key }) => key === String(status)) ?? []);
  const told4xx = listed.find((each) => told(each.pointer).length > 0);
  const [sentence] = [...told(pointer), ...told(pointer, 'summary')].filter((each) => REJECTED.test(each));
  const named = sentence === undefined ? undefined : listed.find(({ key }) => sentence.includes(` ${key} `));
  const found = told4xx ?? named ?? (sentence === undefined ? undefined : listed[0]);
  return found && Number(found.key);
}

function saysEmpty(own: string, sentence: string): boolean {
  const isEmpty = new RegExp(
    `\\b${own} (?:(?:must|may|can) not |cannot )?(?:(?:is|are|was|be|still) )*empty\\b|(?<!\\bnon )\\bempty ${own}\\b`,
  );
  return isEmpty.test(sentence) || HAS_NONE.test(sentence) || WITHOUT.test(sentence);
}

function inWords(sentence: string): string {
  return ` ${words(sentence).join(' ')} `;
}
