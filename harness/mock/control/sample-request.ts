import { isObject } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, Operation } from '../../core/model.ts';
import { PlausibleValues } from '../../generate/plausible/plausible-values.ts';
import { type RequestSpec, requestMediaType } from '../../generate/requests/build-request.ts';
import { type KnownValue, withKnownValues } from '../../generate/requests/known-values.ts';
import { UniqueValues } from '../../generate/requests/unique-values.ts';
import { validRequest } from '../../generate/requests/valid-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';

const SEED = 1;

/**
 * Returns a request to try an operation with: valid, with the document's first valid example of the body, or else what a
 * body must have, as data.
 * @param known identifiers of records that exist
 * @returns undefined if a required part has no valid value
 */
export function sampleRequest(
  contract: Contract,
  operation: Operation,
  known: readonly KnownValue[],
): RequestSpec | undefined {
  const unique = new UniqueValues(SEED, { known: new Map([[operation.id, known]]) });
  const spec = validRequest(contract, unique, operation, 'required');
  if (!spec) return undefined;
  const content = operation.requestBody?.content[0];
  // An example may be older than its schema.
  const isValid = (value: JsonValue) =>
    content?.schema === undefined || contract.schemas.accepts(content.schema, value, 'request');
  const example = content?.examples.find(({ value }) => isValid(value));
  const body = example ? example.value : requiredBody(contract, operation, spec);
  return body === undefined ? spec : withKnownValues(contract, operation, { ...spec, body }, known);
}

const plausibleValues = new WeakMap<Contract, PlausibleValues>();

/** Returns a body that looks like data, without what only responses have; the given one if that is invalid. */
export function plausibleBody(contract: Contract, schema: string, valid: JsonValue | undefined): JsonValue | undefined {
  const plausible =
    plausibleValues.get(contract) ?? new PlausibleValues(contract, { seed: 'form', now: () => new Date() });
  plausibleValues.set(contract, plausible);
  const made = plausible.value(schema, { key: schema });
  const { otherDirectionOnly } = effectiveSchema(contract.document, schema, 'request');
  const sent = isObject(made)
    ? {
        ...(isObject(valid) ? valid : {}),
        ...Object.fromEntries(Object.entries(made).filter(([name]) => !otherDirectionOnly.has(name))),
      }
    : made;
  return sent !== undefined && contract.schemas.accepts(schema, sent, 'request') ? sent : valid;
}

/** The body with values that look like data; of properties that may be left out, one if there are no others. */
function requiredBody(contract: Contract, operation: Operation, { body, bytes }: RequestSpec): JsonValue | undefined {
  const content = requestMediaType(operation);
  if (content?.schema === undefined || bytes !== undefined || !isJsonType(content.type)) return body;
  const { schema } = content;
  const whole = body ?? optionalBody(contract, operation);
  const made = isObject(whole) ? plausibleBody(contract, schema, whole) : undefined;
  if (!isObject(made)) return body;
  const names = isObject(body)
    ? Object.keys(body)
    : [...effectiveSchema(contract.document, schema, 'request').required];
  const accepts = (value: JsonObject) => contract.schemas.accepts(schema, value, 'request');
  const some = names.length > 0 ? [names] : Object.keys(made).map((name) => [name]);
  return some.map((each) => pick(made, each)).find(accepts) ?? body;
}

/** A body that may be left out; most are optional only because nobody said otherwise. */
function optionalBody(contract: Contract, operation: Operation): JsonValue | undefined {
  if (!['POST', 'PUT', 'PATCH'].includes(operation.method)) return undefined;
  return validRequest(contract, new UniqueValues(SEED), operation, 'all')?.body;
}

function pick(value: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}
