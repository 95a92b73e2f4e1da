import { jsonEqual } from '../../core/json/equal.ts';
import { isObject } from '../../core/json/index.ts';
import type { JsonValue, MediaType, XmlBody } from '../../core/model.ts';
import { concreteMediaType } from '../../openapi/body/concrete-media-type.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { requestMediaType } from '../requests/build-request.ts';
import { mutateValue } from '../values/boundary/mutate-value.ts';
import { testedBy } from '../values/boundary/violations.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';

/** Yields valid and invalid XML: each element absent, at every boundary and with every violation that XML can carry. */
export function* xmlBodyCases(
  { contract, operation, allParts }: BoundaryContext,
  type = requestMediaType(operation),
): Generator<CaseSpec> {
  const { body } = allParts;
  if (!type?.schema || !type.xml || body === undefined || typeof body === 'string') return;
  const clause = (pointer: string) => contract.clauseAt(operation, clauseParts.requestBody(type.type), pointer);
  for (const mutation of mutateValue(contract, type.schema, body, 'request')) {
    const { value, label, path, isUnspecified, violated } = mutation;
    if (isUnspecified || !isCarried(type, value)) continue;
    yield {
      id: `body ${label}`,
      spec: { ...allParts, body: value },
      expectation: violated.length > 0 ? 'reject' : 'accept',
      targets: testedBy(mutation).map(clause),
      valueUnderTest: path,
    };
  }
  // The end tag is incomplete, which no XML processor may accept (XML 1.0, section 1.2, fatal error).
  const cut = Buffer.from(type.xml.write(body)).subarray(0, -1);
  const spec = { ...allParts, bytes: cut, contentType: concreteMediaType(type.type) };
  yield { id: 'body is cut short', spec, expectation: 'reject', targets: [clause(type.pointer)] };
}

/** True if every parser reads the value back: in XML a number is its text, and null, nothing and an empty list are the same. */
function isCarried({ xml }: MediaType, value: JsonValue): boolean {
  return xml !== undefined && hasPlainTexts(value) && readsBack(xml, value);
}

/** True if a value is what its XML stands for. */
export function readsBack(xml: XmlBody, value: JsonValue): boolean {
  if (typeof value === 'string') return false;
  const read = xml.read(Buffer.from(xml.write(value)));
  return read !== undefined && 'value' in read && jsonEqual(read.value, value);
}

/** Many parsers trim text, take an empty one for none, and digits for a number. */
function hasPlainTexts(value: JsonValue): boolean {
  if (typeof value === 'string')
    return (
      /^\S(?:[^\t\r\n]*\S)?$/.test(value) && !/^[-+.\d]/.test(value) && !/^(?:true|false|null|nan|inf.*)$/i.test(value)
    );
  if (Array.isArray(value)) return value.every(hasPlainTexts);
  return !isObject(value) || Object.values(value).every(hasPlainTexts);
}
