import { isObject } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, MediaType } from '../../core/model.ts';
import { compileFormValidator, type FormValidator } from '../../openapi/body/validate-form.ts';
import { formFieldText, formFieldValues, serializeForm } from '../../openapi/body/write-form.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isMultipart, isUrlencoded } from '../../openapi/media-type.ts';
import { splitQuery } from '../../openapi/parameters/percent-decoding.ts';
import { percentEncode } from '../../openapi/parameters/serialize.ts';
import { requestMediaType } from '../requests/build-request.ts';
import { mutateValue } from '../values/boundary/mutate-value.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';

/** Yields valid and invalid forms: each field absent, at every boundary and with every violation that a form can carry. */
export function* formBodyCases(
  { contract, operation, allParts }: BoundaryContext,
  type = requestMediaType(operation),
): Generator<CaseSpec> {
  const { body } = allParts;
  if (!type?.schema || !isFormType(type) || !isObject(body)) return;
  const clause = (pointer: string) => contract.clauseAt(operation, clauseParts.requestBody(type.type), pointer);
  const validate = compileFormValidator(contract, type);
  const seen = new Set([fieldsOf(type, body).join('&')]);
  for (const mutation of mutateValue(contract, type.schema, body, 'request')) {
    const { value, label, targets, isUnspecified } = mutation;
    if (isUnspecified || !isObject(value) || !isCarried(type, body, value)) continue;
    const fields = fieldsOf(type, value);
    const key = fields.join('&');
    const { problems: violated } = validate(fields);
    // A form without fields cannot be told from no body.
    if (seen.has(key) || (key === '' && violated.length === 0)) continue;
    if (violated.length > 0 !== mutation.violated.length > 0) continue;
    seen.add(key);
    yield {
      id: `body ${label}`,
      spec: { ...allParts, body: value },
      expectation: violated.length > 0 ? 'reject' : 'accept',
      targets: violated.length > 0 ? violated.map(({ pointer }) => clause(pointer)) : [clause(targets)],
      valueUnderTest: mutation.path,
    };
  }
}

export function isFormType({ type }: MediaType): boolean {
  return isUrlencoded(type) || isMultipart(type);
}

/** The fields as a service reads them, percent-encoded. */
function fieldsOf({ type, encodings }: MediaType, body: JsonObject): Parameters<FormValidator>[0] {
  if (isUrlencoded(type)) return splitQuery(serializeForm(body, encodings));
  return Object.entries(body).flatMap(([name, value]) =>
    formFieldValues(value).map((item): [string, string] => [name, percentEncode(formFieldText(item))]),
  );
}

/** True if every parser reads the changed fields alike: files, empty values and nested ones have no common form. */
function isCarried({ encodings }: MediaType, base: JsonObject, changed: JsonObject): boolean {
  return Object.entries(changed).every(([name, value]) => {
    if (Object.hasOwn(base, name) && base[name] === value) return true;
    const field = encodings.get(name);
    return field?.isFile !== true && field?.style === undefined && isPlain(value);
  });
}

function isPlain(value: JsonValue): boolean {
  const items = formFieldValues(value);
  return items.length > 0 && items.every((item) => isText(item) && formFieldText(item) !== '');
}

function isText(value: JsonValue): boolean {
  return value !== null && !Array.isArray(value) && !isObject(value);
}
