import type { Contract } from '../contract.ts';
import { parseMediaType } from '../media-type.ts';
import { decodeQuery, EncodingError, splitQuery } from '../parameters/percent-decoding.ts';
import { declaredTypes, parsePrimitive } from '../parameters/primitive.ts';
import type { MediaType } from '../../core/model.ts';
import type { Problem, ReceivedRequest } from '../../mock/types.ts';
import { type FormJudge, formJudge } from './validate-form.ts';
import { multipartFields } from './read-multipart.ts';
import { bodySentence } from '../schema/sentences.ts';

/** What is wrong with a body that is no JSON. */
export type ForeignJudge = (request: ReceivedRequest) => Problem[] | Promise<Problem[]>;

/** Compiles the judging of bodies of a declared media type that is no JSON: forms by their members, others as one text. */
export function foreignJudge(contract: Contract, type: MediaType): ForeignJudge {
  const form = formJudge(contract, type);
  const text = textJudge(contract, type);
  return (request) => {
    const essence = parseMediaType(String(request.headers['content-type']))?.essence;
    if (essence === 'application/x-www-form-urlencoded') return urlencoded(form, request.body);
    return essence === 'multipart/form-data' ? multipart(form, request) : text(request.body);
  };
}

function urlencoded(judge: FormJudge, body: Uint8Array): Problem[] {
  const text = Buffer.from(body).toString('utf8');
  try {
    decodeQuery(text);
  } catch (error) {
    if (error instanceof EncodingError) return [{ status: 400, says: 'the request body has bad percent-encoding' }];
    throw error;
  }
  return judge(splitQuery(text));
}

async function multipart(judge: FormJudge, { headers, body }: ReceivedRequest): Promise<Problem[]> {
  const fields = await multipartFields(String(headers['content-type']), body);
  return typeof fields === 'string' ? [{ status: 400, says: fields }] : judge(fields);
}

/** A schema of objects says nothing of bytes that only a reader of the media type could take apart, such as XML. */
function textJudge({ document, schemas }: Contract, { schema, type }: MediaType): (body: Uint8Array) => Problem[] {
  const types = schema === undefined ? undefined : declaredTypes(document, schema);
  if (schema === undefined || !types || types.has('object') || types.has('array')) return () => [];
  const encoding = /^text\//i.test(type) ? 'utf8' : 'latin1';
  return (body) => {
    const value = parsePrimitive(types, Buffer.from(body).toString(encoding));
    return schemas.validate(schema, value, 'request').map((error) => ({ status: 422, says: bodySentence(error) }));
  };
}
