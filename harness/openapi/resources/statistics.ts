import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { isJsonType } from '../media-type.ts';
import { type EffectiveSchema, effectiveSchema } from '../schema/effective-schema.ts';
import type { ResourceModel, ResourceOperation, ResourceType } from './model.ts';
import { isPlural, nameKey, topName, words } from './names.ts';
import { factIn, type RecordFacts, recordFacts } from './record-facts.ts';
import { successResponses } from './representations/representation.ts';

/** A number of the records of a type in a response. */
export interface Statistic {
  /** JSON Pointer in the response body. */
  readonly at: string;
  readonly resource: string;
  /** `groups` is an object with the number of records for each value of a property, `rows` an array with an object for each value or record. */
  readonly kind: 'count' | 'groups' | 'rows';
  /** JSON Pointer of the property by which records are counted, at their top. */
  readonly property?: string;
  /** The only value of the property that is counted. */
  readonly value?: JsonValue;
  /** What the objects of rows have. */
  readonly columns?: readonly Column[];
  /** True for rows that begin with the greatest number, and are few: the top channels. */
  readonly isRanked?: boolean;
}

/** The statistics of an operation such as `GET /orders/summary` or `GET /stats`, and the type that it is about, if it is about one. */
export interface Statistics {
  readonly subject: string | undefined;
  readonly list: readonly Statistic[];
}

/** A property of a row: what it shows of the record of the row, or of the value, or how many records it counts. */
export type Column =
  | { readonly name: string; readonly identifier: string }
  | { readonly name: string; readonly property: string }
  | { readonly name: string; readonly group: true }
  | { readonly name: string; readonly counted: Omit<Statistic, 'at'> };

const NAMING = /^(id|uuid|name|title|display name|slug|code|key)$/;
const VALUE_NAMES = /^(key|value|name|label|group|category)$/i;
const COUNTING = new Set(['total', 'count', 'counts', 'number', 'num', 'totals']);
const FILLERS = new Set([...COUNTING, 'of', 'all', 'by', 'per', 'breakdown', 'distribution']);
const ENVELOPES =
  /^(data|results?|stats|statistics|summary|totals|counts|counters|overview|metrics|response|payload|report)$/;

/** Reads what a response tells of records by the names of its numbers. @returns undefined if it tells nothing that is known */
export function readStatistics(
  document: OpenApiDocument,
  { types }: ResourceModel,
  { operation, resource, role }: ResourceOperation,
): Statistics | undefined {
  const content = successResponses(operation)[0]?.content.find(({ type }) => isJsonType(type));
  const own = types.find(({ name }) => name === resource);
  // Rows may look like records that nothing else reads or changes.
  const isListOnly = role === 'list' && own?.item === undefined && own?.operations.length === 1;
  if (operation.method !== 'GET' || (role !== 'other' && !isListOnly) || content?.schema === undefined)
    return undefined;
  // `/orders/{id}/stats` is about what an order has.
  const segments = operation.path.slice(operation.path.lastIndexOf('}') + 1).split('/');
  const named = segments.flatMap((segment) => typeNamed(types, words(segment)) ?? []).at(-1);
  const subject = operation.path.includes('}') ? named : ((isListOnly ? undefined : own) ?? named);
  const read = [...new StatisticsReader(document, types).read(content.schema, '', subject, operation.path)];
  const list = isListOnly ? read.filter(({ kind }) => kind === 'rows') : read;
  return list.length === 0 ? undefined : { subject: subject?.name, list };
}

function typeNamed(types: readonly ResourceType[], name: readonly string[]): ResourceType | undefined {
  return types.find((type) => !type.singleton && type.words.length > 0 && nameKey(type.words) === nameKey(name));
}

class StatisticsReader {
  private readonly document: OpenApiDocument;
  private readonly types: readonly ResourceType[];
  private readonly facts = new Map<ResourceType, RecordFacts>();

  constructor(document: OpenApiDocument, types: readonly ResourceType[]) {
    this.document = document;
    this.types = types;
  }

  *read(schema: string, at: string, subject: ResourceType | undefined, name: string): Generator<Statistic> {
    const effective = effectiveSchema(this.document, schema, 'response');
    const { properties, types, hasType } = effective;
    yield* this.readRows(name, effective, at, subject);
    if (properties.size === 0 && hasType && types.includes('integer') && subject && isCount(name))
      yield { at, resource: subject.name, kind: 'count' };
    for (const [property, [inner]] of properties)
      if (inner !== undefined) yield* this.readProperty(property, inner, appendTokens(at, property), subject);
  }

  private *readProperty(
    name: string,
    schema: string,
    at: string,
    subject: ResourceType | undefined,
  ): Generator<Statistic> {
    const effective = effectiveSchema(this.document, schema, 'response');
    const { types, hasType, properties, additionalProperties } = effective;
    yield* this.readRows(name, effective, at, subject);
    if (properties.size === 0 && additionalProperties === undefined) {
      const found = hasType && types.includes('integer') ? this.readNumber(name, subject) : undefined;
      if (found) yield { at, ...found };
      return;
    }
    const grouped = this.grouping(name, subject);
    if (grouped && properties.size === 0) yield { at, ...grouped };
    else if (grouped)
      yield* this.read(
        schema,
        at,
        this.types.find((type) => type.name === grouped.resource),
        name,
      );
    else if (ENVELOPES.test(words(name).join(''))) yield* this.read(schema, at, subject, name);
    else {
      const type = typeNamed(this.types, words(name));
      if (type) yield* this.read(schema, at, type, name);
    }
  }

  /** Reads an array with a row for each record of a type, or for each value of a property. */
  private *readRows(
    name: string,
    { items, types, hasType }: EffectiveSchema,
    at: string,
    subject: ResourceType | undefined,
  ): Generator<Statistic> {
    if (!hasType || !types.includes('array') || items === undefined) return;
    const names = [...effectiveSchema(this.document, items, 'response').properties.keys()];
    const found = this.rowsByRecord(names, subject) ?? this.rowsByValue(name, names, subject);
    if (found) yield { at, ...found, kind: 'rows', isRanked: /^(top|most|popular)\b/.test(words(name).join(' ')) };
  }

  /** `{ channelId, channelName, messageCount }` for each channel. */
  private rowsByRecord(
    names: readonly string[],
    subject: ResourceType | undefined,
  ): Omit<Statistic, 'at' | 'kind'> | undefined {
    const numbers = names.filter((name) => words(name).some((word) => COUNTING.has(word)) || isPlural(name));
    const keys = names.filter((name) => !numbers.includes(name));
    const type = this.types.find((each) => each !== subject && keys.some((name) => isNamedBy(name, each)));
    if (!type) return undefined;
    const properties = [...this.factsOf(type).groups.entries()];
    const columns = [
      ...keys.flatMap((name): Column[] => columnOf(name, type, properties)),
      ...numbers.flatMap((name): Column[] => {
        const counted = this.readNumber(name, undefined) ?? this.readNumber(name, subject);
        return counted && counted.resource !== type.name && counted.kind === 'count' ? [{ name, counted }] : [];
      }),
    ];
    const isWhole = columns.some((each) => 'counted' in each) && columns.some((each) => !('counted' in each));
    return isWhole ? { resource: type.name, columns } : undefined;
  }

  /** `{ status, count }` for each status. */
  private rowsByValue(
    name: string,
    names: readonly string[],
    subject: ResourceType | undefined,
  ): Omit<Statistic, 'at' | 'kind'> | undefined {
    const number = names.find((each) => words(each).every((word) => COUNTING.has(word)));
    for (const each of [name, ...names]) {
      const grouped = number === undefined ? undefined : this.grouping(each, subject);
      const own = grouped?.property === undefined ? '' : nameKey(topName(grouped.property) ?? '');
      const key = names.find((one) => nameKey(one) === own) ?? names.find((one) => VALUE_NAMES.test(one));
      if (grouped && key !== undefined && number !== undefined)
        return {
          ...grouped,
          columns: [
            { name: key, group: true },
            { name: number, counted: grouped },
          ],
        };
    }
    return undefined;
  }

  /** Reads the name of a number of records: `orders`, `orderCount`, `openOrders`; `open` and `total` if it is known of what. */
  private readNumber(name: string, subject: ResourceType | undefined): Omit<Statistic, 'at'> | undefined {
    const all = words(name);
    const rest = all.filter((word) => !FILLERS.has(word));
    const counts = all.some((word) => COUNTING.has(word));
    if (rest.length === 0) return counts && subject ? { resource: subject.name, kind: 'count' } : undefined;
    const type = counts || isPlural(rest.join(' ')) ? typeNamed(this.types, rest) : undefined;
    if (type) return type === subject || !subject ? { resource: type.name, kind: 'count' } : undefined;
    for (let length = 1; length < rest.length; length++)
      for (const [noun, value] of [
        [rest.slice(length), rest.slice(0, length)],
        [rest.slice(0, -length), rest.slice(-length)],
      ] as const) {
        const counted = typeNamed(this.types, noun);
        const found = counted && this.valued(counted, value);
        if (found) return found;
      }
    if (subject) return this.valued(subject, rest);
    const [only, ...others] = counts ? this.types.flatMap((each) => this.valued(each, rest) ?? []) : [];
    return others.length === 0 ? only : undefined;
  }

  /** Records whose property has a value of this name, or which are what a property says that they are. */
  private valued(type: ResourceType, value: readonly string[]): Omit<Statistic, 'at'> | undefined {
    const found = factIn(this.factsOf(type), value);
    return found && { resource: type.name, kind: 'count', ...found };
  }

  private factsOf(type: ResourceType): RecordFacts {
    const facts = this.facts.get(type) ?? recordFacts(this.document, type);
    this.facts.set(type, facts);
    return facts;
  }

  /** `byStatus`, `statusCounts`, `tasksByStatus`; of no type, a property that one alone has. */
  private grouping(name: string, subject: ResourceType | undefined): Omit<Statistic, 'at'> | undefined {
    const rest = words(name).filter((word) => !FILLERS.has(word));
    const groupOf = (type: ResourceType, own: readonly string[]) => {
      const property = this.factsOf(type).groups.get(nameKey(own));
      return property === undefined ? [] : [{ resource: type.name, kind: 'groups', property } as const];
    };
    for (const type of subject ? [subject] : this.types) {
      const own = nameKey(rest.slice(0, 1)) === nameKey(type.words) ? rest.slice(1) : subject ? rest : [];
      const [found] = groupOf(type, own);
      if (found) return found;
    }
    const [only, ...others] = subject ? [] : this.types.flatMap((type) => groupOf(type, rest));
    return others.length === 0 ? only : undefined;
  }
}

/** True for `channelId`, `channelName` and `channel`, which name a channel. */
function isNamedBy(name: string, { words: own, singleton }: ResourceType): boolean {
  const rest = restOf(name, own);
  return !singleton && rest !== undefined && (rest === '' || NAMING.test(rest));
}

function restOf(name: string, own: readonly string[]): string | undefined {
  const all = words(name);
  return own.length > 0 && nameKey(all.slice(0, own.length)) === nameKey(own)
    ? all.slice(own.length).join(' ')
    : undefined;
}

function columnOf(name: string, type: ResourceType, properties: readonly (readonly [string, string])[]): Column[] {
  const rest = restOf(name, type.words) ?? words(name).join(' ');
  const [identifier] = type.identifiers;
  if (/^(id|uuid)$/.test(rest) && identifier && type.identifiers.length === 1)
    return [{ name, identifier: identifier.name }];
  const wanted = rest === '' ? ['name', 'title', 'displayname'] : [nameKey(rest)];
  const property = wanted.flatMap((each) => properties.find(([key]) => key === each)?.[1] ?? [])[0];
  return property === undefined ? [] : [{ name, property }];
}

function isCount(path: string): boolean {
  return words(path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')).every((word) => COUNTING.has(word));
}
