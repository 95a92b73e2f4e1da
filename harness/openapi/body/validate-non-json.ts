import { isObject } from '../../core/json/index.ts';
import type { JsonObject, MediaType, XmlBody } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import type { Contract } from '../contract.ts';
import { isMultipart, parseMediaType } from '../media-type.ts';
import { decodeQueryComponent, PercentEncodingError, splitQuery } from '../parameters/percent-decoding.ts';
import { declaredTypes, parsePrimitive } from '../parameters/primitive.ts';
import { type BodyProblem, schemaProblem } from './body-problem.ts';
import { decodeText } from './plain-text.ts';
import { hasMatchingBoundary, parseMultipart } from './read-multipart.ts';
import { compileFormValidator, type FormValidator, type ValidatedForm } from './validate-form.ts';

/** What is wrong with a body, and the object that it is if it is a form or XML. */
export interface ValidatedNonJson {
  readonly problems: readonly BodyProblem[];
  readonly form?: JsonObject;
}

/** Validates a body that is not JSON; a promise only for the fields of a multipart form. */
export type NonJsonBodyValidator = (request: ReceivedRequest) => ValidatedNonJson | Promise<ValidatedNonJson>;

/**
 * Compiles the validation of bodies of a declared media type that is not JSON: forms by their fields, XML by its elements, others as one string.
 * @param skipMultipartFields checks only the boundary of a multipart form, which is synchronous
 */
export function compileNonJsonValidator(
  contract: Contract,
  type: MediaType,
  { skipMultipartFields }: { readonly skipMultipartFields: boolean },
): NonJsonBodyValidator {
  const validateForm = compileFormValidator(contract, type);
  const validateText = compileTextValidator(contract, type);
  return (request) => {
    const essence = parseMediaType(String(request.headers['content-type']))?.essence;
    if (essence === 'application/x-www-form-urlencoded') return validateUrlencoded(validateForm, type, request.body);
    const xml = type.xml?.read(request.body);
    if (xml) return validateXml(contract, type, xml);
    if (essence === undefined || !isMultipart(essence)) return { problems: validateText(request) };
    return skipMultipartFields
      ? { problems: validateBoundary(type, request) }
      : validateMultipart(validateForm, type, request);
  };
}

function validateUrlencoded(validate: FormValidator, { pointer }: MediaType, body: Uint8Array): ValidatedNonJson {
  const text = Buffer.from(body).toString('utf8');
  try {
    decodeQueryComponent(text);
  } catch (error) {
    if (error instanceof PercentEncodingError)
      return { problems: [{ status: 400, message: 'the request body has bad percent-encoding', pointer }] };
    throw error;
  }
  return toResult(validate(splitQuery(text)));
}

function toResult({ value, problems }: ValidatedForm): ValidatedNonJson {
  return { problems, form: value };
}

async function validateMultipart(
  validate: FormValidator,
  { pointer }: MediaType,
  { headers, body }: ReceivedRequest,
): Promise<ValidatedNonJson> {
  const contentType = String(headers['content-type']);
  const fields = await parseMultipart(contentType, body);
  if (typeof fields !== 'string') return toResult(validate(fields));
  // Parts of another multipart type need no name.
  const isFormData = parseMediaType(contentType)?.essence === 'multipart/form-data';
  return { problems: isFormData ? [{ status: 400, message: fields, pointer }] : [] };
}

function validateBoundary({ pointer }: MediaType, request: ReceivedRequest): readonly BodyProblem[] {
  return hasMatchingBoundary(request) ? [] : [{ status: 400, message: 'the boundary is not in the body', pointer }];
}

function validateXml(
  { schemas }: Contract,
  { pointer, schema = '' }: MediaType,
  read: NonNullable<ReturnType<XmlBody['read']>>,
): ValidatedNonJson {
  if ('problem' in read)
    return { problems: [{ status: 400, message: `the request body is not XML: ${read.problem}`, pointer }] };
  const problems = schemas.validate(schema, read.value, 'request').map(schemaProblem);
  return isObject(read.value) ? { problems, form: read.value } : { problems };
}

/** Compiles the validation of a body as one string; a schema of objects says nothing about the bytes of e.g. XML. */
function compileTextValidator(
  { document, schemas }: Contract,
  { schema, type }: MediaType,
): (request: ReceivedRequest) => BodyProblem[] {
  const types = schema === undefined ? undefined : declaredTypes(document, schema);
  if (schema === undefined || !types || types.has('object') || types.has('array')) return () => [];
  const isText = /^text\//i.test(type);
  return ({ headers, body }) => {
    const text = isText ? readText(body, String(headers['content-type'])) : Buffer.from(body).toString('latin1');
    return text === undefined
      ? []
      : schemas.validate(schema, parsePrimitive(types, text), 'request').map(schemaProblem);
  };
}

/** Reads bad UTF-8 with replacement characters. @returns undefined in another charset that is unknown, or that it is not in */
function readText(body: Uint8Array, contentType: string): string | undefined {
  const isUtf8 = /^utf-?8$/i.test(parseMediaType(contentType)?.parameters.get('charset') ?? 'utf-8');
  return decodeText(body, contentType) ?? (isUtf8 ? Buffer.from(body).toString() : undefined);
}
