import { headerValues, isResponse } from '../core/http-response.ts';
import type { DocumentedResponse, Exchange, HttpResponse, MediaType } from '../core/model.ts';
import { decodeContent } from '../http/content-coding.ts';
import { decodeText, isPlainTextSchema } from '../openapi/body/plain-text.ts';
import type { Contract } from '../openapi/contract.ts';
import { isBodiless, matchDocumentedResponse } from './response.ts';

interface TextResponse {
  readonly documented: DocumentedResponse;
  readonly mediaType: MediaType & { readonly schema: string };
  readonly text: string;
}

/** Returns the text of a `text/plain` body whose schema describes a string. @returns undefined if there is none to judge */
export function matchTextResponse(contract: Contract, exchange: Exchange): TextResponse | undefined {
  const { response } = exchange;
  const { response: documented, mediaType } = matchDocumentedResponse(exchange);
  if (!isResponse(response) || !response.complete || !documented || !mediaType || isBodiless(exchange))
    return undefined;
  if (!isPlainTextSchema(contract.document, mediaType)) return undefined;
  const text = readText(response);
  return text === undefined ? undefined : { documented, mediaType, text };
}

/** Decodes a body by its charset, by default UTF-8. @returns undefined if it is in another one */
function readText(response: HttpResponse): string | undefined {
  const decoded = decodeContent(headerValues(response, 'content-encoding'), response.body);
  if ('problem' in decoded) return undefined;
  return decodeText(decoded.body, headerValues(response, 'content-type')[0] ?? '');
}
