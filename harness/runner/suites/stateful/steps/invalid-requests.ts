import { isNumber } from '../../../../core/json/decimal.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../../core/model.ts';
import { type RequestSpec, requestMediaType } from '../../../../generate/requests/build-request.ts';
import { invalidMutations, type ValueMutation } from '../../../../generate/values/boundary/mutate-value.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import { bodyProperties } from './body-properties.ts';
import type { Sequence } from './sequence.ts';

const WRONG: readonly JsonValue[] = [{}, [], 'no', -0.5, true];

/** Requests that violate the schema of one property of their body; references in it lead to live records. */
export function invalidRequests(
  sequence: Sequence,
  operation: ResourceOperation,
  record: LiveRecord,
  variant: number,
): RequestSpec[] {
  return invalidBodies(sequence, operation, variant).flatMap((body) => bind(sequence, operation, record, body));
}

/** Without a property that is required, with a number and with a text of the right type that the schema does not permit. */
export function almostValidRequests(
  sequence: Sequence,
  operation: ResourceOperation,
  record: LiveRecord,
  variant: number,
): RequestSpec[] {
  const { contract, pool } = sequence;
  const schema = requestMediaType(operation.operation)?.schema;
  const body = pool.candidates.body(operation.operation, 'all', variant);
  if (schema === undefined || body === undefined) return [];
  const left = new Set(['absent', 'number', 'string']);
  const found: RequestSpec[] = [];
  for (const mutation of invalidMutations(contract, schema, body, 'request')) {
    if (!left.has(mutation.kind) || !isAlmostValid(body, mutation)) continue;
    const [spec] = bind(sequence, operation, record, mutation.value);
    if (spec) left.delete(mutation.kind);
    if (spec) found.push(spec);
    if (left.size === 0) break;
  }
  return found;
}

/** True for what is absent, and for what is still of its type. */
function isAlmostValid(body: JsonValue, { path, kind, violated }: ValueMutation): boolean {
  const before = getAt(body, path);
  if (path === '' || before === undefined) return false;
  const isOfType = kind === 'absent' || (kind === 'number' ? isNumber(before) : typeof before === kind);
  return isOfType && !violated.some((keyword) => keyword.endsWith('/type'));
}

function bind(sequence: Sequence, operation: ResourceOperation, record: LiveRecord, body: JsonValue): RequestSpec[] {
  const schema = requestMediaType(operation.operation)?.schema;
  const spec = sequence.requestFor(operation, record, body);
  // A reference that was wrong may lead to a record now.
  const isInvalid = schema !== undefined && !sequence.contract.schemas.accepts(schema, spec?.body ?? null, 'request');
  return spec && isInvalid ? [spec] : [];
}

/** Bodies with new values, each of which violates the schema of one property only, texts last. */
export function invalidBodies(
  { pool, contract }: Sequence,
  operation: ResourceOperation,
  variant: number,
): JsonObject[] {
  const schema = requestMediaType(operation.operation)?.schema;
  const body = bodyProperties(operation, pool.candidates.body(operation.operation, 'all', variant));
  if (schema === undefined || !body) return [];
  const { properties } = body;
  const names = Object.keys(properties).sort((a, b) => Number(isText(properties[a])) - Number(isText(properties[b])));
  const texts = names.filter((name) => isText(properties[name]));
  return names.flatMap((name) => {
    // The change must still show in some text, unless it is to show what an action does.
    if (operation.role !== 'action' && texts.every((each) => each === name)) return [];
    const withWrong = (value: JsonValue) => body.with({ ...properties, [name]: value });
    const wrong = WRONG.find((value) => !contract.schemas.accepts(schema, withWrong(value), 'request'));
    return wrong === undefined ? [] : [withWrong(wrong)];
  });
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === 'string';
}
