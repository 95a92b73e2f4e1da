import { isObject, setProperty } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Clause, JsonObject, MediaType } from '../../core/model.ts';
import { concreteMediaType } from '../../openapi/body/concrete-media-type.ts';
import { mayBeEmpty } from '../../openapi/body/empty-content.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isJsonType, matchMediaType } from '../../openapi/media-type.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { buildRequest, type RequestSpec, requestMediaType } from '../requests/build-request.ts';
import { findUniqueFields } from '../requests/find-unique-fields.ts';
import { mutateValue } from '../values/boundary/mutate-value.ts';
import { testedBy } from '../values/boundary/violations.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';
import { plainJson } from './json-syntax.ts';
import { uncoveredClauseCases } from './uncovered-clauses.ts';

/** Yields valid and invalid bodies: required properties only, each optional one, every boundary and violation. */
export function* bodyBoundaryCases(context: BoundaryContext): Generator<CaseSpec> {
  const type = requestMediaType(context.operation);
  const { allParts, contract, operation, unique } = context;
  if (!type?.schema || !isJsonType(type.type) || allParts.body === undefined) return;
  const part = clauseParts.requestBody(type.type);
  const clause = (pointer: string) => contract.clauseAt(operation, part, pointer);
  const bodyClause = clause(type.pointer);
  yield {
    id: 'body with required properties only',
    spec: context.requiredOnly,
    expectation: 'accept',
    targets: [bodyClause],
  };
  yield { id: 'body with all properties', spec: allParts, expectation: 'accept', targets: [bodyClause] };
  yield* optionalPropertyCases(context, type, clause);
  yield* missingPropertyCases(context, type, clause);
  const learned = unique.learnedFor(operation.id);
  const own = new Set(findUniqueFields(contract, operation, learned).map(({ pointer }) => pointer));
  const covered = new Set<string>([bodyClause.id]);
  for (const mutation of mutateValue(contract, type.schema, allParts.body, 'request')) {
    const expectation = mutation.isUnspecified ? 'any' : mutation.violated.length > 0 ? 'reject' : 'accept';
    const targets = testedBy(mutation).map(clause);
    const fixedIdentity = own.has(mutation.path);
    for (const { id } of expectation === 'any' ? [] : targets) covered.add(id);
    const spec = { ...allParts, body: mutation.value };
    yield {
      id: `body ${mutation.label}`,
      spec,
      expectation,
      targets,
      uniqueFieldUnderTest: fixedIdentity,
      valueUnderTest: mutation.path,
      changeKind: mutation.kind,
    };
  }
  yield* uncoveredClauseCases(context, { ...type, schema: type.schema }, covered);
}

function* optionalPropertyCases(
  context: BoundaryContext,
  type: MediaType,
  clause: (pointer: string) => Clause,
): Generator<CaseSpec> {
  const { allParts, requiredOnly, contract } = context;
  if (!isObject(allParts.body) || !isObject(requiredOnly.body) || !type.schema) return;
  const { properties } = effectiveSchema(contract.document, type.schema, 'request');
  for (const [name, value] of Object.entries(allParts.body)) {
    if (Object.hasOwn(requiredOnly.body, name)) continue;
    const body: JsonObject = { ...requiredOnly.body };
    setProperty(body, name, value);
    if (!contract.schemas.accepts(type.schema, body, 'request')) continue;
    const targets = clause(properties.get(name)?.[0] ?? type.pointer);
    yield {
      id: `body with ${name} as its only optional property`,
      spec: { ...requiredOnly, body },
      expectation: 'accept',
      targets: [targets],
    };
  }
}

/** Omits each required property without the optional ones, because validation may depend on them. */
function* missingPropertyCases(
  { requiredOnly, allParts, contract }: BoundaryContext,
  type: MediaType,
  clause: (pointer: string) => Clause,
): Generator<CaseSpec> {
  if (!isObject(requiredOnly.body) || !isObject(allParts.body) || !type.schema) return;
  if (Object.keys(requiredOnly.body).length === Object.keys(allParts.body).length) return;
  for (const name of Object.keys(requiredOnly.body)) {
    const { [name]: _, ...body } = requiredOnly.body;
    const errors = contract.schemas.validate(type.schema, body, 'request');
    if (errors.length !== 1) continue;
    const targets = errors.map(({ pointer }) => clause(pointer));
    yield {
      changeKind: 'absent',
      id: `body with required properties only, and ${name} is absent`,
      spec: { ...requiredOnly, body },
      expectation: 'reject',
      targets,
    };
  }
}

/** Yields requests without a body, and with equivalent, undeclared and unspecified content types. */
export function* contentTypeCases(context: BoundaryContext): Generator<CaseSpec> {
  const { contract, operation, allParts } = context;
  const { requestBody } = operation;
  const type = requestMediaType(operation);
  if (!requestBody || !type || allParts.body === undefined) return;
  const required = [
    contract.clauseAt(operation, clauseParts.requestBody(), appendTokens(requestBody.pointer, 'required')),
  ];
  const content = [
    contract.clauseAt(operation, clauseParts.requestBody(), appendTokens(requestBody.pointer, 'content')),
  ];
  const { body: _, ...bodiless } = allParts;
  const absent = requestBody.required ? 'reject' : 'accept';
  yield { id: 'no body', spec: { ...bodiless, contentType: '' }, expectation: absent, targets: required };
  yield {
    id: 'no body under its content type',
    spec: { ...bodiless, contentType: type.type },
    expectation: requestBody.required && !mayBeEmpty(contract, type, concreteMediaType(type.type)) ? 'reject' : 'any',
    targets: required,
  };
  for (const [id, contentType] of equivalentTypes(type.type))
    yield { id, spec: { ...allParts, contentType }, expectation: 'accept', targets: content };
  for (const contentType of undeclaredTypes(operation.requestBody?.content ?? [])) {
    const spec = withContentType(allParts, contentType, type);
    // An empty body has no media type that could be wrong.
    const isEmpty = buildRequest(operation, spec).body?.length === 0;
    yield {
      id: `content type ${contentType}`,
      spec: isEmpty ? { ...spec, bytes: Buffer.from('x') } : spec,
      expectation: 'reject',
      targets: content,
      changeKind: contentType,
    };
  }
  for (const [id, contentType] of unspecifiedTypes(type.type))
    yield { id, spec: withContentType(allParts, contentType, type), expectation: 'any', targets: content };
  yield {
    id: 'chunked body',
    spec: { ...allParts, headers: { 'transfer-encoding': 'chunked' } },
    expectation: 'any',
    targets: content,
  };
}

function withContentType(spec: RequestSpec, contentType: string, type: MediaType): RequestSpec {
  return { ...spec, contentType, ...(isJsonType(type.type) ? { encode: plainJson } : {}) };
}

function equivalentTypes(type: string): [string, string][] {
  const written: [string, string][] = [
    [
      'content type in other letter case',
      type.replace(/[a-z]/g, (letter, index: number) => (index % 2 ? letter : letter.toUpperCase())),
    ],
  ];
  if (!isJsonType(type)) return written;
  return [
    ['content type with a charset', `${type}; charset=utf-8`],
    ['content type with a quoted charset', `${type};charset="UTF-8"`],
    ...written,
  ];
}

function undeclaredTypes(declared: readonly MediaType[]): string[] {
  const others = [
    'text/plain',
    'application/xml',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'image/png',
    // JSON text sequences (RFC 7464) are not JSON, despite the name.
    'application/json-seq',
  ];
  const essences = declared.map(({ type }) => ({ type: type.replace(/;.*/s, '').trim() }));
  return others.filter((other) => !matchMediaType(essences, other));
}

function unspecifiedTypes(type: string): [string, string][] {
  if (!isJsonType(type)) return [['no content type', '']];
  return [
    ['no content type', ''],
    ['invalid content type', 'garbage'],
    ['content type with an unknown charset', `${type}; charset=bogus`],
    ['content type with another charset', `${type}; charset=iso-8859-1`],
    ['content type of another JSON format', 'application/vnd.other+json'],
    ['content type text/json', 'text/json'],
  ];
}
