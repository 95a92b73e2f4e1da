import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { isJsonType } from '../media-type.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';
import type { ResourceModel, ResourceOperation, ResourceType } from './model.ts';
import { isPlural, nameKey, words } from './names.ts';
import { type RecordFacts, recordFacts } from './record-facts.ts';
import { successResponses } from './representations/representation.ts';

/** A number of the records of a type in a response. */
export interface Statistic {
  /** JSON Pointer in the response body. */
  readonly at: string;
  readonly resource: string;
  /** `groups` is an object with the number of records for each value of a property. */
  readonly kind: 'count' | 'groups';
  /** JSON Pointer of the property by which records are counted, at their top. */
  readonly property?: string;
  /** The only value of the property that is counted. */
  readonly value?: JsonValue;
}

/** The statistics of an operation such as `GET /orders/summary` or `GET /stats`, and the type that it is about, if it is about one. */
export interface Statistics {
  readonly subject: string | undefined;
  readonly list: readonly Statistic[];
}

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
  if (operation.method !== 'GET' || role !== 'other' || content?.schema === undefined) return undefined;
  // `/orders/{id}/stats` is about what an order has.
  const segments = operation.path.slice(operation.path.lastIndexOf('}') + 1).split('/');
  const named = segments.flatMap((segment) => typeNamed(types, words(segment)) ?? []).at(-1);
  const subject = operation.path.includes('}') ? named : (types.find(({ name }) => name === resource) ?? named);
  const list = [...new StatisticsReader(document, types).read(content.schema, '', subject, operation.path)];
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
    const { properties, types, hasType } = effectiveSchema(this.document, schema, 'response');
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
    const { types, hasType, properties, additionalProperties } = effectiveSchema(this.document, schema, 'response');
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
    return subject && this.valued(subject, rest);
  }

  /** Records whose property has a value of this name, or which are what a property says that they are. */
  private valued(type: ResourceType, value: readonly string[]): Omit<Statistic, 'at'> | undefined {
    const found = this.factsOf(type).values.get(value.join(' '));
    return found && { resource: type.name, kind: 'count', ...found };
  }

  private factsOf(type: ResourceType): RecordFacts {
    const facts = this.facts.get(type) ?? recordFacts(this.document, type);
    this.facts.set(type, facts);
    return facts;
  }

  /** `byStatus`, `statusCounts`, `tasksByStatus`. */
  private grouping(name: string, subject: ResourceType | undefined): Omit<Statistic, 'at'> | undefined {
    const rest = words(name).filter((word) => !FILLERS.has(word));
    for (const type of subject ? [subject] : this.types) {
      const own = nameKey(rest.slice(0, 1)) === nameKey(type.words) ? rest.slice(1) : subject ? rest : [];
      const property = this.factsOf(type).groups.get(nameKey(own));
      if (property !== undefined) return { resource: type.name, kind: 'groups', property };
    }
    return undefined;
  }
}

function isCount(path: string): boolean {
  return words(path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')).every((word) => COUNTING.has(word));
}
