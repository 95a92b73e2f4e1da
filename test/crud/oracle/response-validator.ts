import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { dereference, loadDocument, operationsOf, resolve } from '../../../fixtures/crud/document.ts';
import type { DocumentName } from '../../../fixtures/crud/index.ts';
import { isRow, type Json, type Row } from '../../../fixtures/crud/json.ts';
import type { Received } from './http.ts';

/** Why a response is not as the document has it; undefined if it is. */
export type ResponseValidator = (operation: string, received: Received) => string | undefined;

const validators = new Map<DocumentName, ResponseValidator>();

/** Validates responses by a document with Ajv. */
export function responseValidator(name: DocumentName): ResponseValidator {
  const known = validators.get(name);
  if (known) return known;
  const made = makeValidator(loadDocument(name));
  validators.set(name, made);
  return made;
}

function makeValidator(document: Row): ResponseValidator {
  const is31 = String(document['openapi']).startsWith('3.1');
  const ajv = is31 ? new Ajv2020({ strict: false }) : new Ajv({ strict: false });
  (formats as unknown as (ajv: Ajv | Ajv2020) => void)(ajv);
  const compiled = new Map<string, ValidateFunction>();
  const compile = (key: string, media: Row): ValidateFunction => {
    const known = compiled.get(key);
    if (known !== undefined) return known;
    const schema = dereference(document, media['schema']);
    const validate = ajv.compile((is31 ? schema : draft7(schema)) as object);
    compiled.set(key, validate);
    return validate;
  };
  const definitions = new Map(operationsOf(document).map(({ id, definition }) => [id, definition]));
  return (operation, { status, headers, body }) => {
    const response = responseOf(document, definitions.get(operation), status);
    if (response === undefined) return isTemporary(status, headers) ? undefined : `${status} is not documented`;
    const missing = requiredHeaders(document, response).find((header) => headers[header] === undefined);
    if (missing !== undefined) return `the header ${missing} is missing`;
    const content = response['content'];
    if (!isRow(content)) return undefined;
    const type = headers['content-type']?.split(';', 1).join('').trim().toLowerCase() ?? '';
    const media = content[type];
    if (!isRow(media)) return `${type} is not documented for ${status}`;
    const validate = compile(`${operation} ${status} ${type}`, media);
    return validate(JSON.parse(body)) ? undefined : ajv.errorsText(validate.errors);
  };
}

/** Rate limits and pauses need not be documented. */
function isTemporary(status: number, headers: Received['headers']): boolean {
  return (status === 429 || status === 503) && headers['retry-after'] !== undefined;
}

function responseOf(document: Row, definition: Row | undefined, status: number): Row | undefined {
  const responses = definition?.['responses'];
  if (responses === undefined || !isRow(responses)) return undefined;
  const key = [String(status), `${String(status).charAt(0)}XX`, 'default'].find((each) => each in responses);
  const response = key === undefined ? undefined : resolve(document, responses[key]);
  return response !== undefined && isRow(response) ? response : undefined;
}

function requiredHeaders(document: Row, { headers }: Row): string[] {
  const all = Object.entries(headers !== undefined && isRow(headers) ? headers : {});
  return all.flatMap(([name, header]) => {
    const resolved = resolve(document, header);
    return isRow(resolved) && resolved['required'] === true ? [name.toLowerCase()] : [];
  });
}

/** A schema of OpenAPI 3.0 for responses as JSON Schema. */
function draft7(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(draft7);
  if (!isRow(schema)) return schema;
  const { nullable, exclusiveMinimum, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, name === 'example' ? value : draft7(value)]),
  );
  if (exclusiveMinimum === true) return { ...rest, exclusiveMinimum: rest['minimum'] ?? 0 };
  return nullable === true ? { ...rest, type: [rest['type'] ?? 'object', 'null'] } : rest;
}
