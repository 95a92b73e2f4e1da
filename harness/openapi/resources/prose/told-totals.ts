import { isNumber } from '../../../core/json/decimal.ts';
import { jsonEqual } from '../../../core/json/equal.ts';
import { getAt } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import type { ResourceOperation, ResourceType, SchemaProperty } from '../model.ts';
import { nameKey, topName, words } from '../names.ts';
import { enumAt, factIn, type RecordFact, recordFacts } from '../record-facts.ts';
import { textsOf } from '../text-at.ts';
import { sentencesOf } from './conflicts.ts';

/** An integer of a record that follows from those below it, as the document says in words: how many are in some states, or a sum over these. */
export interface ToldTotal {
  /** The read of the record that has it. */
  readonly reader: ResourceOperation;
  /** JSON Pointer at the top of that record. */
  readonly pointer: string;
  /** JSON Pointer of the state of those below. */
  readonly state: string;
  /** What the document says. */
  readonly text: string;
  /** True if it adds up a number of those below; else it is how many there are. */
  readonly isSum: boolean;
  /** What one of those below adds; undefined if it does not show that. */
  readonly amountOf: (record: JsonValue) => number | undefined;
}

const NUMBER_OF = /^(?:the |total |current )*number of (.+)$/;
const SUM_OF = /^(?:the )?(?:sum|total) of (?:the |all |its )*(.+?) of (?:the |all |its |their )*(.+)$/;
/** What they are below: `of the project`, `in it`. */
const ABOVE = / (?:of|in|on|for|below|with|at) (?:(?:the|this|its|an?) ([\w -]+)|it)$/;
/** Not `that were accepted` or `have been queued`, as some are that no longer are. */
const IN_STATE =
  /^(.+?) (?:(?:that|which|who) (?:are|is) |in (?:the )?(?:state|status) |with (?:the )?(?:state|status) )(not )?(?:yet )?(.+)$/;

const known = new WeakMap<ResourceType, Map<ResourceType, readonly ToldTotal[]>>();

/** Reads `Number of booked appointments`, `number of tasks that are not done` and `sum of what is due of issued invoices` of the records above. */
export function toldTotals(document: OpenApiDocument, child: ResourceType, parent: ResourceType): readonly ToldTotal[] {
  const read = known.get(child) ?? new Map<ResourceType, readonly ToldTotal[]>();
  const totals = read.get(parent) ?? readTotals(document, child, parent);
  known.set(child, read.set(parent, totals));
  return totals;
}

function readTotals(document: OpenApiDocument, child: ResourceType, parent: ResourceType): ToldTotal[] {
  const reader = parent.operations.find(({ role, scope, response }) => role === 'read' && scope === 'item' && response);
  const { schemas = [], properties = [] } = reader?.response ?? {};
  const isSent = (pointer: string) =>
    parent.properties.some((each) => each.pointer === pointer && each.sent && !each.readOnly);
  const numbers = properties.filter(
    ({ pointer, types, enumerated }) =>
      types.includes('integer') && !enumerated && topName(pointer) !== undefined && !isSent(pointer),
  );
  return numbers.flatMap(({ pointer }): ToldTotal[] => {
    const [text, ...others] = textsOf(document, schemas, { pointer, direction: 'response' }).flatMap(sentencesOf);
    const told =
      reader && text !== undefined && others.length === 0 ? readTotal(document, text, child, parent) : undefined;
    return reader && told && text !== undefined ? [{ reader, pointer, text, ...told }] : [];
  });
}

function readTotal(
  document: OpenApiDocument,
  text: string,
  child: ResourceType,
  parent: ResourceType,
): Pick<ToldTotal, 'state' | 'isSum' | 'amountOf'> | undefined {
  const [, phrase = '', below] = SUM_OF.exec(text) ?? [];
  const counted = below ?? NUMBER_OF.exec(text)?.[1];
  const states = counted === undefined ? undefined : statesIn(document, withoutAbove(counted, parent), child);
  const summed = below === undefined ? undefined : numberNamed(phrase, child);
  if (!states || (below !== undefined && summed === undefined)) return undefined;
  const { property, isCounted } = states;
  return {
    state: property,
    isSum: summed !== undefined,
    amountOf: (record) => {
      const state = getAt(record, property);
      const value = summed === undefined ? undefined : getAt(record, summed);
      if (state === undefined) return undefined;
      if (!isCounted(state)) return 0;
      return summed === undefined ? 1 : integerIn(value);
    },
  };
}

function integerIn(value: JsonValue | undefined): number | undefined {
  const number = value !== undefined && isNumber(value) ? Number(String(value)) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** `open tasks of the project` without the project. */
function withoutAbove(text: string, { words: own }: ResourceType): string {
  const [whole, named] = ABOVE.exec(text) ?? [];
  const isIt = whole !== undefined && (named === undefined || nameKey(words(named)) === nameKey(own));
  return isIt ? text.slice(0, -whole.length) : text;
}

interface States {
  /** JSON Pointer. */
  readonly property: string;
  readonly isCounted: (state: JsonValue) => boolean;
}

/** The states in `booked appointments`, `tasks that are not done` or `invoices in status issued or overdue`. */
function statesIn(document: OpenApiDocument, text: string, child: ResourceType): States | undefined {
  const facts = recordFacts(document, child);
  const [, noun, not, listed] = IN_STATE.exec(text) ?? [];
  const phrases =
    noun === undefined
      ? adjectives(text, child.words)
      : nameKey(words(noun)) === nameKey(child.words)
        ? listed?.split(/,? or |, | and /)
        : undefined;
  const found = (phrases ?? []).map((each) => factIn(facts, words(each)));
  const [first] = found;
  if (!first || !found.every((each): each is RecordFact => each?.property === first.property)) return undefined;
  const isNamed = (state: JsonValue) => found.some((each) => jsonEqual(each.value, state));
  const known = enumOf(document, child, first);
  const isCounted = (state: JsonValue) => isNamed(state) === (not === undefined);
  return known.some(isCounted) && !known.every(isCounted) ? { property: first.property, isCounted } : undefined;
}

/** The values that the state may have. */
function enumOf(
  document: OpenApiDocument,
  { operations }: ResourceType,
  { property, value }: RecordFact,
): readonly JsonValue[] {
  if (typeof value === 'boolean') return [true, false];
  const shown = operations.find(({ role, response }) => role === 'read' && response !== undefined)?.response;
  return enumAt(document, shown?.schemas ?? [], property);
}

/** `booked` of `booked appointments`; of `booked or held appointments`, both. */
function adjectives(text: string, own: readonly string[]): string[] | undefined {
  const all = words(text);
  const rest = all.slice(0, -own.length);
  if (rest.length === 0 || nameKey(all.slice(-own.length)) !== nameKey(own)) return undefined;
  return rest.join(' ').split(/ or | and /);
}

/** Words of an amount that say no more than what it is in. */
const UNIT = /^(?:amount|value|cents|minor|units?|total|what|is|in)$/;

/** The only integer of a record that a phrase may stand for: `dueCents` for `what is due`. */
function numberNamed(phrase: string, { operations }: ResourceType): string | undefined {
  const shown = operations.find(({ role, response }) => role === 'read' && response !== undefined)?.response;
  const keyOf = (name: string) => nameKey(words(name).filter((word) => !UNIT.test(word)));
  const isNamed = ({ pointer, types }: SchemaProperty) =>
    types.includes('integer') && topName(pointer) !== undefined && keyOf(topName(pointer) ?? '') === keyOf(phrase);
  const [only, ...others] = (shown?.properties ?? []).filter(isNamed);
  return others.length === 0 ? only?.pointer : undefined;
}
