import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Clause, JsonValue, MediaType } from '../../core/model.ts';
import { concreteMediaType } from '../../openapi/body/concrete-media-type.ts';
import { isPlainTextSchema } from '../../openapi/body/plain-text.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isForm, isJsonType, isMediaRange } from '../../openapi/media-type.ts';
import { requestMediaType } from '../requests/build-request.ts';
import { validBody } from '../requests/valid-request.ts';
import { mutateValue } from '../values/boundary/mutate-value.ts';
import { testedBy } from '../values/boundary/violations.ts';
import { replaceWhereValid } from '../values/replace-where-valid.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';
import { baseTargets, isDescribed } from './described-body.ts';
import { formBodyCases } from './form-body.ts';
import { isPlainText, textBodyCases } from './text-body.ts';
import { readsBack, xmlBodyCases } from './xml-body.ts';

/** Media types of which the document does not say what is valid, to ask in. */
const MAX_OTHERS = 10;

/**
 * Yields valid bodies in every further media type, and one violation of each of its clauses; a body in each of which the document does
 * not say what is valid.
 */
export function* otherMediaTypeCases(context: BoundaryContext): Generator<CaseSpec> {
  const { contract, operation, allParts } = context;
  const main = requestMediaType(operation);
  const others = (operation.requestBody?.content ?? []).filter((type) => type !== main);
  for (const type of others) {
    if (!isDescribed(context, type)) continue;
    for (const properties of ['required', 'all'] as const) {
      const body = bodyIn(context, type, properties);
      if (body === undefined) continue;
      const spec = { ...allParts, body, contentType: concreteMediaType(type.type) };
      const targets = baseTargets(context, type);
      yield { id: `${type.type} body with ${properties} properties`, spec, expectation: 'accept', targets };
      if (properties === 'all') yield* oncePerClause({ ...context, allParts: spec }, type);
    }
  }
  const open = others.filter((type) => !isDescribed(context, type) && !isMediaRange(type.type));
  const targets = open.length === 0 ? [] : [contentClause(context)];
  for (const type of open.slice(0, MAX_OTHERS)) {
    const body = validBody(contract, context.unique, type, { direction: 'request', properties: 'all' });
    if (body === undefined) continue;
    const spec = { ...allParts, body, contentType: type.type };
    yield { id: `${type.type} body`, spec, expectation: 'any', targets };
  }
}

function contentClause({ contract, operation }: BoundaryContext): Clause {
  const pointer = appendTokens(operation.requestBody?.pointer ?? operation.pointer, 'content');
  return contract.clauseAt(operation, clauseParts.requestBody(), pointer);
}

/** Returns a valid body that the media type can carry. @returns undefined if there is none */
function bodyIn(context: BoundaryContext, type: MediaType, properties: 'required' | 'all'): JsonValue | undefined {
  const made = validBody(context.contract, context.unique, type, { direction: 'request', properties });
  const body = made === undefined ? undefined : withAccepted(context, type, made);
  if (body === undefined || (isForm(type.type) && !isObject(body))) return undefined;
  if (isPlainTextSchema(context.contract.document, type) && !isPlainText(body)) return undefined;
  return type.xml && !readsBack(type.xml, body) ? undefined : body;
}

/** With the values of the body in the main media type, which a service accepts: they may name records. */
function withAccepted({ contract, allParts }: BoundaryContext, { schema }: MediaType, body: JsonValue): JsonValue {
  if (schema === undefined || !isObject(body) || !isObject(allParts.body)) return body;
  const accepted = allParts.body;
  const known = Object.keys(body).filter((name) => Object.hasOwn(accepted, name));
  const replacements = known.map((name) => ({ at: appendTokens('', name), candidates: [accepted[name] ?? null] }));
  return replaceWhereValid(body, replacements, (changed) => contract.schemas.accepts(schema, changed, 'request'));
}

/** The first valid and the first invalid body for each clause: the main media type is varied in full. */
function* oncePerClause(context: BoundaryContext, type: MediaType): Generator<CaseSpec> {
  const seen = new Set<string>();
  const cases = isForm(type.type)
    ? formBodyCases(context, type)
    : type.xml
      ? xmlBodyCases(context, type)
      : isJsonType(type.type)
        ? jsonCases(context, type)
        : textBodyCases(context, type);
  for (const each of cases) {
    const key = `${each.expectation} ${each.targets.map(({ id }) => id).join(' ')}`;
    if (each.expectation === 'any' || seen.has(key)) continue;
    seen.add(key);
    yield { ...each, id: `${type.type} ${each.id}` };
  }
}

function* jsonCases(
  { contract, operation, allParts }: BoundaryContext,
  { type, schema = '' }: MediaType,
): Generator<CaseSpec> {
  const clause = (pointer: string): Clause => contract.clauseAt(operation, clauseParts.requestBody(type), pointer);
  for (const mutation of mutateValue(contract, schema, allParts.body ?? null, 'request')) {
    const { value, violated, label, path, isUnspecified } = mutation;
    yield {
      id: `body ${label}`,
      spec: { ...allParts, body: value },
      expectation: isUnspecified ? 'any' : violated.length > 0 ? 'reject' : 'accept',
      targets: testedBy(mutation).map(clause),
      valueUnderTest: path,
    };
  }
}
