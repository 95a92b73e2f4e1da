import { isObject } from '../../core/json/index.ts';
import type { JsonObject, JsonValue, MediaType } from '../../core/model.ts';
import { formFields, formProblems } from '../../openapi/body/sent-form.ts';
import { formFieldText, formFieldValues } from '../../openapi/body/write-form.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isForm } from '../../openapi/media-type.ts';
import { requestMediaType } from '../requests/build-request.ts';
import { mutateValue } from '../values/boundary/mutate-value.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';

/** Yields valid and invalid forms: each field absent, at every boundary and with every violation that a form can carry. */
export function* formBodyCases(
  { contract, operation, allParts }: BoundaryContext,
  type = requestMediaType(operation),
): Generator<CaseSpec> {
  const { body } = allParts;
  if (!type?.schema || !isForm(type.type) || !isObject(body)) return;
  const clause = (pointer: string) => contract.clauseAt(operation, clauseParts.requestBody(type.type), pointer);
  const seen = new Set([formFields(type, body).join('&')]);
  for (const mutation of mutateValue(contract, type.schema, body, 'request')) {
    const { value, label, targets, isUnspecified } = mutation;
    if (isUnspecified || !isObject(value) || !isCarried(type, body, value)) continue;
    const key = formFields(type, value).join('&');
    const violated = formProblems(contract, type, value);
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
