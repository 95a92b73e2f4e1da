import { isObject } from '../../../core/json/index.ts';
import { getAt } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue, MediaType, Operation } from '../../../core/model.ts';
import type { ResourceType, Role } from '../../../openapi/resources/model.ts';
import type {
  RecordRepresentation,
  RecordRepresentationReader,
} from '../../../openapi/resources/representations/record-representation.ts';
import { successResponses } from '../../../openapi/resources/representations/representation.ts';
import type { RecordPath } from '../records/stored-record.ts';

/** A record that the document shows. */
export interface ExampleRecord {
  readonly value: JsonObject;
  /** Its own identifiers, as far as the example has them. */
  readonly identifiers: ReadonlyMap<string, JsonValue>;
  /** The records above it, if they are given. */
  readonly parents?: RecordPath;
}

/** Operations whose successes show records; reads first, since they show them whole. */
const SHOWN_BY: readonly Role[] = ['read', 'list', 'create', 'update', 'patch'];

/** Finds the records in the examples that the document gives for responses, each once. */
export function exampleRecords(type: ResourceType, representations: RecordRepresentationReader): ExampleRecord[] {
  const found = new Map<string, ExampleRecord>();
  for (const role of SHOWN_BY)
    for (const resource of type.operations.filter((each) => each.role === role))
      for (const content of successContents(resource.operation))
        for (const { value } of content.examples)
          for (const record of recordsIn(value, representations.of(type, resource, content))) add(found, record);
  return [...found.values()];
}

/** Finds the records in one body. */
export function recordsIn(body: JsonValue, representation: RecordRepresentation | undefined): ExampleRecord[] {
  if (representation === undefined) return [];
  const items = representation.items === undefined ? [body] : getAt(body, representation.items);
  return (Array.isArray(items) ? items : []).flatMap((item) => {
    const value = getAt(item, representation.envelope);
    return isObject(value) && Object.keys(value).length > 0
      ? [{ value, identifiers: identifiersIn(value, representation) }]
      : [];
  });
}

/** The identifiers that a record has. */
export function identifiersIn(
  record: JsonValue,
  { identifiers }: RecordRepresentation,
): ReadonlyMap<string, JsonValue> {
  let found: Map<string, JsonValue> | undefined;
  for (const [name, pointer] of identifiers) {
    const value = getAt(record, pointer);
    if (value === undefined || value === null || typeof value === 'boolean') continue;
    found ??= new Map();
    found.set(name, value);
  }
  return found ?? NONE;
}

/** What most clients send: no identifiers. */
const NONE: ReadonlyMap<string, JsonValue> = new Map();

/** Another example of the same record adds what the first one does not have. */
function add(found: Map<string, ExampleRecord>, record: ExampleRecord): void {
  const key = JSON.stringify([...record.identifiers.values()].map(String));
  const known = found.get(key);
  found.set(key, known ? { ...known, value: { ...record.value, ...known.value } } : record);
}

function successContents(operation: Operation): MediaType[] {
  return successResponses(operation).flatMap(({ content }) => content);
}
