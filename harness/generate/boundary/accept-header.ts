import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { DocumentedResponse, MediaType } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { acceptedType } from '../requests/build-request.ts';
import { canonicalValue } from '../values/canonical-value.ts';
import { bodyBoundaryCases } from './body-schema.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';
import { formBodyCases } from './form-body.ts';
import { parameterCases } from './parameters.ts';
import { xmlBodyCases } from './xml-body.ts';

const MAX_TYPES = 10;

/**
 * Yields a request for each media type of the success responses alone, and of the errors, so that each is seen. A service may respond
 * in another one (RFC 9110 section 12.5.1).
 */
export function* acceptHeaderCases(context: BoundaryContext): Generator<CaseSpec> {
  const { contract, operation, allParts } = context;
  const [successes, errors] = [/^(?:default|[23].*)$/, /^(?:default|4.*)$/].map((keys) =>
    operation.responses.filter(({ key, content }) => keys.test(key) && content.length > 1),
  );
  for (const response of successes ?? []) {
    const content = appendTokens(response.pointer, 'content');
    const targets = [contract.clauseAt(operation, clauseParts.response(response), content)];
    const carried = response.content.filter((type) => canCarryValue(context, type));
    for (const accept of typesOf([{ content: carried }]))
      yield {
        id: `response ${response.key} as ${accept}`,
        spec: { ...allParts, headers: { accept } },
        expectation: 'any',
        targets,
      };
  }
  const types = typesOf(errors ?? []);
  const rejected = types.length > 0 ? firstRejected(context) : undefined;
  for (const accept of rejected ? types : [])
    if (rejected)
      yield {
        ...rejected,
        id: `${rejected.id}, response as ${accept}`,
        spec: { ...rejected.spec, headers: { ...rejected.spec.headers, accept } },
      };
}

function typesOf(responses: readonly Pick<DocumentedResponse, 'content'>[]): string[] {
  const types = responses.flatMap(({ content }) => content.slice(0, MAX_TYPES).map(({ type }) => acceptedType(type)));
  return [...new Set(types)];
}

/** In XML a value is its text: what only types tell apart, such as branches of `oneOf`, may have no valid XML. */
export function canCarryValue(
  { contract, unique }: Pick<BoundaryContext, 'contract' | 'unique'>,
  { xml, schema }: MediaType,
): boolean {
  if (!xml || !schema) return true;
  const values = (['required', 'all'] as const).map((properties) =>
    canonicalValue(contract, unique, schema, { direction: 'response', properties }),
  );
  return values.every((value) => {
    const isPlain = !isObject(value) || Object.keys(value).length === 0;
    const read = isPlain ? undefined : xml.read(Buffer.from(xml.write(value)));
    return read === undefined || !('value' in read) || contract.schemas.accepts(schema, read.value, 'response');
  });
}

function firstRejected(context: BoundaryContext): CaseSpec | undefined {
  for (const family of [bodyBoundaryCases, formBodyCases, xmlBodyCases, parameterCases])
    for (const each of family(context)) if (each.expectation === 'reject') return each;
  return undefined;
}
