import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonValue, MediaType, RequestBody } from '../../core/model.ts';
import { isPlainTextSchema } from '../../openapi/body/plain-text.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { requestMediaType } from '../requests/build-request.ts';
import { mutateValue } from '../values/boundary/mutate-value.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';
import { baseTargets } from './described-body.ts';

/** Yields valid and invalid texts as the body of an operation that takes no JSON. */
export function* mainTextCases(context: BoundaryContext): Generator<CaseSpec> {
  const { contract, operation, allParts } = context;
  const type = requestMediaType(operation);
  if (!type || !isPlainTextSchema(contract.document, type) || typeof allParts.body !== 'string') return;
  yield { id: 'body is a text', spec: allParts, expectation: 'accept', targets: baseTargets(context, type) };
  yield* textBodyCases(context, type);
}

/** Yields the text at every boundary and with every violation that all readers of `text/plain` see alike. */
export function* textBodyCases(
  { contract, operation, allParts }: BoundaryContext,
  type: MediaType,
): Generator<CaseSpec> {
  const { requestBody } = operation;
  const { body } = allParts;
  if (!requestBody || !isPlainTextSchema(contract.document, type) || typeof body !== 'string') return;
  const clause = (pointer: string) => contract.clauseAt(operation, clauseParts.requestBody(type.type), pointer);
  for (const { value, label, targets, path, isUnspecified, violated } of mutateValue(
    contract,
    type.schema,
    body,
    'request',
  )) {
    if (isUnspecified || !isCarried(requestBody, value, violated.length > 0)) continue;
    // No bytes violate two clauses at once: the body is required, and its text is too short.
    const others =
      value === ''
        ? [contract.clauseAt(operation, clauseParts.requestBody(), appendTokens(requestBody.pointer, 'required'))]
        : [];
    yield {
      id: `body ${label}`,
      spec: { ...allParts, body: value },
      expectation: violated.length > 0 ? 'reject' : 'accept',
      targets: violated.length > 0 ? [...violated.map(clause), ...others] : [clause(targets)],
      valueUnderTest: path,
    };
  }
}

function isCarried({ required }: RequestBody, value: JsonValue, isInvalid: boolean): boolean {
  return value === '' ? required && isInvalid : isPlainText(value);
}

/** True for a text without white space around it and without control characters, which many services drop or normalize. */
export function isPlainText(value: JsonValue): boolean {
  return typeof value === 'string' && /^[^\s\p{C}](?:[^\r\n\t\p{C}]*[^\s\p{C}])?$/u.test(value);
}
