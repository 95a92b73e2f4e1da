import { isObject, setProperty, stringifyJson } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Clause, JsonObject, JsonValue, MediaType } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { isJsonType, matchMediaType } from '../../openapi/media-type.ts';
import { effectiveSchema } from '../../openapi/schema/effective-schema.ts';
import { type RequestSpec, requestMediaType } from '../requests/build-request.ts';
import { findUniqueFields } from '../requests/unique-fields.ts';
import { mutateValue } from '../values/boundary/mutate-value.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';
import { uncoveredClauseCases } from './uncovered-clauses.ts';

/** Bodies that the schema takes or refuses: fewest members, each optional member, every boundary and every violation. */
export function* bodyBoundaryCases(ground: BoundaryContext): Generator<CaseSpec> {
  const type = requestMediaType(ground.operation);
  const { full, contract, operation } = ground;
  if (!type?.schema || !isJsonType(type.type) || full.body === undefined) return;
  const part = clauseParts.requestBody(type.type);
  const clause = (pointer: string) => contract.clauseAt(operation, part, pointer);
  const whole = clause(type.pointer);
  yield { id: 'body with fewest members', draft: ground.least, intent: 'accept', about: [whole] };
  yield { id: 'body with all members', draft: full, intent: 'accept', about: [whole] };
  yield* optionalMembers(ground, type, clause);
  yield* missingMembers(ground, type, clause);
  const own = new Set(findUniqueFields(contract, operation).map(({ name }) => `/${name}`));
  const exercised = new Set<string>([whole.id]);
  for (const variant of mutateValue(contract, type.schema, full.body, 'request')) {
    const intent = variant.open ? 'either' : variant.broken.length > 0 ? 'reject' : 'accept';
    const about = variant.broken.length > 0 ? variant.broken.map(clause) : [clause(variant.about)];
    const fixedIdentity = own.has(variant.path);
    if (intent !== 'either' && about[0]) exercised.add(about[0].id);
    const draft = { ...full, body: variant.value };
    yield { id: `body ${variant.label}`, draft, intent, about, fixedIdentity, tested: variant.path };
  }
  yield* uncoveredClauseCases(ground, { ...type, schema: type.schema }, exercised);
}

function* optionalMembers(
  ground: BoundaryContext,
  type: MediaType,
  clause: (pointer: string) => Clause,
): Generator<CaseSpec> {
  const { full, least, contract } = ground;
  if (!isObject(full.body) || !isObject(least.body) || !type.schema) return;
  const { properties } = effectiveSchema(contract.document, type.schema, 'request');
  for (const [name, value] of Object.entries(full.body)) {
    if (Object.hasOwn(least.body, name)) continue;
    const body: JsonObject = { ...least.body };
    setProperty(body, name, value);
    if (!contract.schemas.accepts(type.schema, body, 'request')) continue;
    const about = clause(properties.get(name)?.[0] ?? type.pointer);
    yield {
      id: `body with ${name} as its only optional member`,
      draft: { ...least, body },
      intent: 'accept',
      about: [about],
    };
  }
}

/** Each required member absent where the optional ones are too, because what is validated may hang on what is there. */
function* missingMembers(
  { least, full, contract }: BoundaryContext,
  type: MediaType,
  clause: (pointer: string) => Clause,
): Generator<CaseSpec> {
  if (!isObject(least.body) || !isObject(full.body) || !type.schema) return;
  if (Object.keys(least.body).length === Object.keys(full.body).length) return;
  for (const name of Object.keys(least.body)) {
    const { [name]: _, ...body } = least.body;
    const errors = contract.schemas.validate(type.schema, body, 'request');
    if (errors.length !== 1) continue;
    const about = errors.map(({ pointer }) => clause(pointer));
    yield { id: `body with fewest members, and ${name} is absent`, draft: { ...least, body }, intent: 'reject', about };
  }
}

/** The request body absent and empty, and media types: declared in other spellings, undeclared, absent. */
export function* contentTypeCases(ground: BoundaryContext): Generator<CaseSpec> {
  const { contract, operation, full } = ground;
  const { requestBody } = operation;
  const type = requestMediaType(operation);
  if (!requestBody || !type || full.body === undefined) return;
  const required = [contract.clauseAt(operation, 'request body', appendTokens(requestBody.pointer, 'required'))];
  const content = [contract.clauseAt(operation, 'request body', appendTokens(requestBody.pointer, 'content'))];
  const { body: _, ...bodiless } = full;
  const absent = requestBody.required ? 'reject' : 'accept';
  yield { id: 'no body', draft: { ...bodiless, contentType: '' }, intent: absent, about: required };
  yield {
    id: 'no body under its content type',
    draft: { ...bodiless, contentType: type.type },
    intent: requestBody.required ? 'reject' : 'either',
    about: required,
  };
  for (const [id, contentType] of sameTypes(type.type))
    yield { id, draft: { ...full, contentType }, intent: 'accept', about: content };
  for (const contentType of otherTypes(operation.requestBody?.content ?? []))
    yield {
      id: `content type ${contentType}`,
      draft: sentAs(full, contentType, type),
      intent: 'reject',
      about: content,
    };
  for (const [id, contentType] of silentTypes(type.type))
    yield { id, draft: sentAs(full, contentType, type), intent: 'either', about: content };
  yield {
    id: 'chunked body',
    draft: { ...full, headers: { 'transfer-encoding': 'chunked' } },
    intent: 'either',
    about: content,
  };
}

function sentAs(draft: RequestSpec, contentType: string, type: MediaType): RequestSpec {
  const encode = (body: JsonValue) => Buffer.from(stringifyJson(body));
  return { ...draft, contentType, ...(isJsonType(type.type) ? { encode } : {}) };
}

function sameTypes(type: string): [string, string][] {
  const spelt: [string, string][] = [
    [
      'content type in other letter case',
      type.replace(/[a-z]/g, (letter, index: number) => (index % 2 ? letter : letter.toUpperCase())),
    ],
  ];
  if (!isJsonType(type)) return spelt;
  return [
    ['content type with a charset', `${type}; charset=utf-8`],
    ['content type with a quoted charset', `${type};charset="UTF-8"`],
    ...spelt,
  ];
}

function otherTypes(declared: readonly MediaType[]): string[] {
  const others = [
    'text/plain',
    'application/xml',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'image/png',
    // No JSON text (RFC 7464), whose name begins like that of one.
    'application/json-seq',
  ];
  const essences = declared.map(({ type }) => ({ type: type.replace(/;.*/s, '').trim() }));
  return others.filter((other) => !matchMediaType(essences, other));
}

function silentTypes(type: string): [string, string][] {
  if (!isJsonType(type)) return [['no content type', '']];
  return [
    ['no content type', ''],
    ['content type that is none', 'garbage'],
    ['content type with an unknown charset', `${type}; charset=bogus`],
    ['content type with another charset', `${type}; charset=iso-8859-1`],
    ['content type of another JSON', 'application/vnd.other+json'],
    ['content type text/json', 'text/json'],
  ];
}
