import { jsonEqual } from '../../../../core/json/equal.ts';
import { isObject } from '../../../../core/json/index.ts';
import { getAt, parsePointer, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../../core/model.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import { looksLikeIdentifier } from '../../../../generate/values/identifier-names.ts';
import { randomValues } from '../../../../generate/values/random-value.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { effectiveSchema, firstKeyword } from '../../../../openapi/schema/effective-schema.ts';
import { isDone } from '../../../pool/journal.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

const RANDOM_ATTEMPTS = 4;

/** Properties that change with every update. */
const VOLATILE = /updated|modified|changed|version|revision|etag|seen|count|access/i;

/** A property that the document marks `readOnly` does not take the value that a client sends (OpenAPI 3.0.3, Schema Object). */
export async function verifyReadOnly(sequence: Sequence, subject: Subject): Promise<void> {
  const { type, reader, pool } = sequence;
  const names = readOnlyNames(sequence);
  if (!reader || names.length === 0) return;
  for (const operation of sequence.operations('update', 'patch').filter(({ patch }) => patch !== 'json-patch')) {
    const seen = await sequence.read(subject, `read the ${type.name}`);
    const body = pool.candidates.body(operation.operation, 'all', 13);
    if (seen?.record === undefined || !isObject(body)) return;
    const sent = withReadOnly(sequence, operation, body, seen.record, names);
    const spec = sent && sequence.requestFor(operation, subject.record, sent.body);
    if (!spec) continue;
    const step = await sequence.change(operation, subject.record, spec, `send readOnly properties of the ${type.name}`);
    if (!isDone(step)) continue;
    subject.expected = [];
    await reportTaken(sequence, subject, step, sent.values);
  }
}

/** The same for a creation. */
export async function verifyReadOnlyOnCreate(sequence: Sequence, { record }: Subject): Promise<void> {
  const { type, reader, pool } = sequence;
  const names = readOnlyNames(sequence);
  const { origin: operation } = record;
  const body = pool.candidates.body(operation.operation, 'all', 14);
  if (!reader || names.length === 0 || operation.scope !== 'collection' || !isObject(body)) return;
  const shown = (await sequence.read({ record, expected: [] }, `read the ${type.name}`))?.record;
  const sent = shown === undefined ? undefined : withReadOnly(sequence, operation, body, shown, names);
  if (!sent) return;
  const created = await pool.create(type, { by: operation, body: sent.body, context: withoutSelf(record) });
  if ('problem' in created) return;
  await reportTaken(sequence, { record: created, expected: [] }, created.step, sent.values);
}

type Values = ReadonlyMap<string, JsonValue>;

/** Reads the record, and reports properties that have the values that were sent. */
async function reportTaken(sequence: Sequence, subject: Subject, step: Subject['record']['step'], values: Values) {
  const { type } = sequence;
  const taken = (record: JsonValue | undefined) =>
    [...values].filter(([pointer, value]) => {
      const shown = record === undefined ? undefined : getAt(record, pointer);
      return shown !== undefined && isSameValue(value, shown);
    });
  const purpose = `read the ${type.name} after readOnly properties were sent`;
  const seen = await sequence.read(
    subject,
    purpose,
    ({ record }) => record !== undefined && taken(record).length === 0,
  );
  const [first] = taken(seen?.record);
  if (!first || !seen) return;
  sequence.report('identity-is-stable', step, {
    records: [subject.record],
    steps: [step, seen.step],
    message: `it takes the value of the readOnly property ${first[0]} from a request`,
    expected: 'the value of the service',
    actual: `the value that was sent: ${String(first[1])}`,
  });
}

/** Names at the top of the record that the document marks `readOnly` and that no update changes by itself. */
function readOnlyNames({ type, reader }: Sequence): string[] {
  const readable = new Set(reader?.response?.properties.map(({ pointer }) => pointer));
  return type.properties.flatMap(({ pointer, readOnly }) => {
    const tokens = parsePointer(pointer);
    const [name = ''] = tokens;
    return readOnly && tokens.length === 1 && readable.has(pointer) && !VOLATILE.test(name) ? [name] : [];
  });
}

/** A body with other values for readOnly dates and texts; undefined if its schema has no place for them. */
function withReadOnly(
  sequence: Sequence,
  { operation, request }: ResourceOperation,
  body: JsonObject,
  shown: JsonValue,
  names: readonly string[],
): { readonly body: JsonValue; readonly values: Values } | undefined {
  const schema = requestMediaType(operation)?.schema;
  if (
    schema === undefined ||
    effectiveSchema(sequence.contract.document, schema, 'request').additionalProperties === false
  )
    return undefined;
  const values = new Map<string, JsonValue>();
  let whole: JsonValue = body;
  for (const name of names) {
    const before = getAt(shown, `/${name}`);
    const value = typeof before === 'string' ? otherText(sequence, { schema, name, before }) : undefined;
    if (value === undefined || jsonEqual(value, before ?? null)) continue;
    values.set(`/${name}`, value);
    whole = replaceAt(whole, `${request?.envelope ?? ''}/${name}`, value);
  }
  return values.size === 0 ? undefined : { body: whole, values };
}

interface Shown {
  /** Of the body. */
  readonly schema: string;
  readonly name: string;
  readonly before: string;
}

/**
 * Another date-time, or another text with the pattern of its schema. Identifiers of records are not tried: a service may take them
 * for those of other records.
 */
function otherText({ contract, journal }: Sequence, { schema, name, before }: Shown): JsonValue | undefined {
  if (/^\d{4}-\d{2}-\d{2}T/.test(before)) return '2001-02-03T04:05:06Z';
  const [property] = effectiveSchema(contract.document, schema, 'request').properties.get(name) ?? [];
  if (property === undefined || looksLikeIdentifier(name)) return undefined;
  if (firstKeyword(effectiveSchema(contract.document, property, 'request'), 'pattern') === undefined) return undefined;
  return randomValues(contract, journal.unique, property, 'request', RANDOM_ATTEMPTS).find((each) => each !== before);
}
