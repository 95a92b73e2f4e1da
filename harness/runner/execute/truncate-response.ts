import { isResponse } from '../../core/http-response.ts';
import type { HttpResponse, TransportError } from '../../core/model.ts';

const EVIDENCE_BYTES = 64 * 1024;

/** The response with as much of its body as evidence needs: it may have megabytes. */
export function truncateBody(response: HttpResponse | TransportError): HttpResponse | TransportError {
  if (!isResponse(response) || response.body.length <= EVIDENCE_BYTES) return response;
  let end = EVIDENCE_BYTES;
  while (end > EVIDENCE_BYTES - 4 && isContinuation(response.body[end])) end--;
  // Copies, because a view would keep the whole body in memory.
  return { ...response, body: response.body.slice(0, end), truncatedBytes: response.body.length - end };
}

/** Whether this byte continues a UTF-8 character (RFC 3629 section 3). */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
