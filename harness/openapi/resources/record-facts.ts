import type { JsonValue } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { effectiveSchema, firstKeyword } from '../schema/effective-schema.ts';
import { schemasAt } from '../schema/schemas-at.ts';
import type { ResourceType } from './model.ts';
import { nameKey, topName, words } from './names.ts';

/** A value of a property, by its JSON Pointer. */
export interface RecordFact {
  readonly property: string;
  readonly value: JsonValue;
}

/** What records of a type can be counted by; properties are JSON Pointers. */
export interface RecordFacts {
  /** By the words of a value that one property alone can have, as `in progress`; of a switch, by its name. */
  readonly values: ReadonlyMap<string, RecordFact>;
  /** Properties that divide records into groups, by the key of their name. */
  readonly groups: ReadonlyMap<string, string>;
}

/** Reads the properties at the top of the records that a type shows. */
export function recordFacts(document: OpenApiDocument, { operations }: ResourceType): RecordFacts {
  const shows = (role: string) =>
    operations.find((each) => each.role === role && each.response !== undefined)?.response;
  const { properties = [], schemas = [] } = shows('read') ?? shows('list') ?? {};
  const values = new Map<string, RecordFact>();
  const groups = new Map<string, string>();
  const ambiguous = new Set<string>();
  const add = (name: string, property: string, value: JsonValue) => {
    if (values.has(name)) ambiguous.add(name);
    values.set(name, { property, value });
  };
  for (const { pointer, types } of properties) {
    const name = topName(pointer);
    if (name === undefined) continue;
    const own = words(name).join(' ');
    if (types.includes('boolean')) add(own.replace(/^(is|has|was) /, ''), pointer, true);
    else if (types.includes('string')) groups.set(nameKey(name), pointer);
    // An empty text has no words.
    for (const listed of enumAt(document, schemas, pointer))
      if (typeof listed === 'string' && words(listed).length > 0) add(words(listed).join(' '), pointer, listed);
  }
  for (const name of ambiguous) values.delete(name);
  return { values, groups };
}

/** What a word says of records: a value, a switch, or the opposite of a switch (`unread`, `inactive`). */
export function factIn({ values }: RecordFacts, phrase: readonly string[]): RecordFact | undefined {
  const name = phrase.join(' ');
  const opposite = values.get(/^(?:un|in|not )(.+)$/.exec(name)?.[1] ?? '');
  return values.get(name) ?? (opposite?.value === true ? { ...opposite, value: false } : undefined);
}

/** The values that a property may have by the first of the schemas that lists them; none if they are not listed. */
export function enumAt(document: OpenApiDocument, schemas: readonly string[], pointer: string): readonly JsonValue[] {
  for (const whole of schemas) {
    const [own] = schemasAt(document, { whole, pointer, direction: 'response' });
    const listed = own === undefined ? undefined : firstKeyword(effectiveSchema(document, own, 'response'), 'enum');
    if (Array.isArray(listed)) return listed;
  }
  return [];
}
