import type { MediaType } from '../../core/model.ts';
import type { ReceivedRequest, RequestProblem } from '../../core/received-request.ts';
import type { Contract } from '../contract.ts';
import { parseMediaType } from '../media-type.ts';
import { decodeQueryComponent, PercentEncodingError, splitQuery } from '../parameters/percent-decoding.ts';
import { declaredTypes, parsePrimitive } from '../parameters/primitive.ts';
import { formatBodyViolation } from '../schema/messages.ts';
import { parseMultipart } from './read-multipart.ts';
import { compileFormValidator, type FormValidator } from './validate-form.ts';

/** What is wrong with a body that is no JSON. */
export type NonJsonBodyValidator = (request: ReceivedRequest) => RequestProblem[] | Promise<RequestProblem[]>;

/** Compiles the judging of bodies of a declared media type that is no JSON: forms by their members, others as one text. */
export function compileNonJsonValidator(contract: Contract, type: MediaType): NonJsonBodyValidator {
  const form = compileFormValidator(contract, type);
  const text = textJudge(contract, type);
  return (request) => {
    const essence = parseMediaType(String(request.headers['content-type']))?.essence;
    if (essence === 'application/x-www-form-urlencoded') return urlencoded(form, request.body);
    return essence === 'multipart/form-data' ? multipart(form, request) : text(request.body);
  };
}

function urlencoded(judge: FormValidator, body: Uint8Array): RequestProblem[] {
  const text = Buffer.from(body).toString('utf8');
  try {
    decodeQueryComponent(text);
  } catch (error) {
    if (error instanceof PercentEncodingError)
      return [{ status: 400, message: 'the request body has bad percent-encoding' }];
    throw error;
  }
  return judge(splitQuery(text));
}

async function multipart(judge: FormValidator, { headers, body }: ReceivedRequest): Promise<RequestProblem[]> {
  const fields = await parseMultipart(String(headers['content-type']), body);
  return typeof fields === 'string' ? [{ status: 400, message: fields }] : judge(fields);
}

/** A schema of objects says nothing of bytes that only a reader of the media type could take apart, such as XML. */
function textJudge(
  { document, schemas }: Contract,
  { schema, type }: MediaType,
): (body: Uint8Array) => RequestProblem[] {
  const types = schema === undefined ? undefined : declaredTypes(document, schema);
  if (schema === undefined || !types || types.has('object') || types.has('array')) return () => [];
  const encoding = /^text\//i.test(type) ? 'utf8' : 'latin1';
  return (body) => {
    const value = parsePrimitive(types, Buffer.from(body).toString(encoding));
    return schemas
      .validate(schema, value, 'request')
      .map((error) => ({ status: 422, message: formatBodyViolation(error) }));
  };
}
