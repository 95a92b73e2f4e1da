import { jsonEqual } from '../../core/json/equal.ts';
import { getAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import type { ResourceOperation, ResourceType } from './model.ts';
import { isPlural, nameKey, topName, words } from './names.ts';
import { enumAt, factIn, type RecordFact, type RecordFacts, recordFacts } from './record-facts.ts';

/** `line_count`, and `number of lines`; not `line_number`, nor the sum in `line_total`. */
const COUNT_LAST = /^(.+) count$/;
const COUNT_FIRST = /^(?:num|total|count|number of|total number of|count of) (.+)$/;

/** A property that the service sets to the number of records below one, and how it is read. */
export interface ChildCount {
  readonly reader: ResourceOperation;
  /** JSON Pointer of a property at the top of the record. */
  readonly pointer: string;
}

/** A property that the service sets to a number of records that are below one, belong to it or refer to it. */
export interface ChildTotal extends Pick<ChildCount, 'pointer'> {
  /** Which of them it counts, such as those that are unread; all if undefined. */
  readonly isCounted?: ((record: JsonObject) => boolean) | undefined;
  /** True if its name has that of the type: `unreadMessageCount` of messages. */
  readonly isNamed: boolean;
}

/**
 * Finds the number of the records of one type in those above them: `line_count` of an order.
 * @param facts what records of the type may be; without it, descriptions count only where names say nothing
 */
export function childCount(child: ResourceType, parent: ResourceType, facts?: RecordFacts): ChildCount | undefined {
  const reader = parent.operations.find(({ role, scope, response }) => role === 'read' && scope === 'item' && response);
  const found = reader && countsIn(parent, reader).find(countsAll(child, facts));
  return found && { reader, pointer: found.pointer };
}

/** The same beside the record: `issueCount` in `GET /projects/{projectId}/summary`. */
export function countBeside(
  child: ResourceType,
  { operations }: ResourceType,
  facts: RecordFacts,
): ChildCount | undefined {
  for (const reader of operations.filter(({ operation, role }) => operation.method === 'GET' && role === 'other')) {
    const found = namedCounts(reader).find(countsAll(child, facts));
    if (found) return { reader, pointer: found.pointer };
  }
  return undefined;
}

/** Finds all numbers of the records of one type in those above them, also of some of them: `unreadCount` of a thread, `openOrderCount`. */
export function childTotals(document: OpenApiDocument, child: ResourceType, parent: ResourceType): ChildTotal[] {
  const shows = (wanted: string) =>
    parent.operations.find(({ role, scope, response }) => role === wanted && scope !== 'other' && response);
  const reader = shows('read') ?? shows('list');
  const counts = reader ? countsIn(parent, reader) : [];
  if (counts.length === 0) return [];
  const facts = recordFacts(document, child);
  const isOfAll = countsAll(child, facts);
  return counts.flatMap((count): ChildTotal[] => {
    const { pointer, counted } = count;
    if (isOfAll(count) || areLines(counted, child.words)) return [{ pointer, isNamed: true }];
    const rest = withoutWords(counted, child.words);
    const isNamed = rest !== undefined;
    const fact = factIn(facts, rest ?? counted);
    if (fact) return [{ pointer, isCounted: (record) => isOf(fact, record), isNamed }];
    const isCounted = unfinished(document, child, rest ?? counted);
    return isCounted ? [{ pointer, isCounted, isNamed }] : [];
  });
}

const LINES = /^(item|line|entry|position)s?$/;

/** `itemCount` of a cart with lines; a service may mean the sum of their quantities. */
function areLines(counted: readonly string[], child: readonly string[]): boolean {
  return [counted, child].every((each) => LINES.test(each.join(' ')));
}

const UNFINISHED = /^(open|unfinished|incomplete|remaining|outstanding|pending|unresolved)$/;
const FINISHED =
  /^(done|finished|completed?|closed|resolved|solved|delivered|merged|cancell?ed|rejected|archived|wontfix|wontdo)$/;

/** Which records have not come to an end, by a status that has a word for that but none for what is open. */
function unfinished(
  document: OpenApiDocument,
  { operations }: ResourceType,
  counted: readonly string[],
): ChildTotal['isCounted'] {
  if (!UNFINISHED.test(counted.join(' '))) return undefined;
  const reader = operations.find(({ role, response }) => (role === 'read' || role === 'list') && response);
  for (const { pointer, enumerated } of reader?.response?.properties ?? []) {
    if (!enumerated || topName(pointer) === undefined) continue;
    const isEnd = (value: JsonValue | undefined) => typeof value === 'string' && FINISHED.test(words(value).join(''));
    const listed = enumAt(document, reader?.response?.schemas ?? [], pointer);
    if (listed.some(isEnd) && !listed.every(isEnd)) return (record) => !isEnd(getAt(record, pointer));
  }
  return undefined;
}

/** A property that the service sets to the number of records below one that are in one of two states, and how it is read. */
export interface StateCount extends ChildCount {
  readonly fact: RecordFact;
}

/** Finds them in the record above or beside it: `openIssueCount` and `closedIssueCount`, where an issue is either of both. */
export function stateCounts(document: OpenApiDocument, child: ResourceType, parent: ResourceType): StateCount[] {
  const read = child.operations.find(({ role, scope, response }) => role === 'read' && scope === 'item' && response);
  const facts = recordFacts(document, child);
  return parent.operations.flatMap((reader): StateCount[] => {
    if (reader.operation.method !== 'GET' || !(reader.role === 'other' || reader.role === 'read')) return [];
    const counts = reader.role === 'read' ? countsIn(parent, reader) : namedCounts(reader);
    return counts.flatMap(({ pointer, counted }) => {
      const state = withoutWords(counted, child.words);
      const fact = state && factIn(facts, state);
      const listed = fact ? enumAt(document, read?.response?.schemas ?? [], fact.property) : [];
      return fact && (listed.length === 2 || typeof fact.value === 'boolean') ? [{ reader, pointer, fact }] : [];
    });
  });
}

/** The integers that only the service sets and whose names say what they count, in words. */
function countsIn(parent: ResourceType, reader: ResourceOperation) {
  const counts = namedCounts(reader);
  if (counts.length === 0) return counts;
  const isSet = new Set(
    parent.properties.flatMap(({ pointer, serverSet }) => (serverSet === undefined ? [] : pointer)),
  );
  return counts.filter(({ pointer }) => isSet.has(pointer));
}

interface NamedCount {
  readonly pointer: string;
  /** By its name, else by its description. */
  readonly counted: readonly string[];
  /** By its description. */
  readonly told: readonly string[];
}

/** The integers whose names or descriptions say what they count. */
function namedCounts({ response }: ResourceOperation): NamedCount[] {
  return (response?.properties ?? []).flatMap(({ pointer, types, counted: told }) => {
    if (!types.includes('integer')) return [];
    const name = words(topName(pointer) ?? '').join(' ');
    const [, last] = COUNT_LAST.exec(name) ?? [];
    const [, first] = COUNT_FIRST.exec(name) ?? [];
    const counted = last ?? (first !== undefined && isPlural(first) ? first : told);
    if (counted === undefined) return [];
    return [{ pointer, counted: words(counted), told: words(told ?? '') }];
  });
}

/** Whether a number is that of all records of a type: of `openCount`, described as a number of issues, are the open ones. */
function countsAll(child: ResourceType, facts: RecordFacts | undefined) {
  const is = (named: readonly string[]) => nameKey(named) === nameKey(child.words);
  return ({ counted, told }: NamedCount) =>
    is(counted) || (facts !== undefined && is(told) && factIn(facts, counted) === undefined);
}

/** `open` of `open orders`, and of `orders open`. @returns undefined if the name of the type is not in it */
function withoutWords(all: readonly string[], own: readonly string[]): readonly string[] | undefined {
  if (own.length === 0 || all.length <= own.length) return undefined;
  if (nameKey(all.slice(-own.length)) === nameKey(own)) return all.slice(0, -own.length);
  return nameKey(all.slice(0, own.length)) === nameKey(own) ? all.slice(own.length) : undefined;
}

/** Whether a record is one of those that a count is about. */
export function isOf({ property, value }: RecordFact, record: JsonObject): boolean {
  return jsonEqual(getAt(record, property) ?? false, value);
}
