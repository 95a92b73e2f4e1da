import type { HttpRequest, HttpResponse, TransportError } from '../../core/model.ts';
import type { Styler } from '../console/style.ts';
import { bodyExcerpt, type ExcerptLimits, receivedResponse, statusLine } from './excerpt.ts';

/** Starts each line of foreign text, so that no line of it can pass for a workflow command of a CI system. */
const GUTTER = '| ';

/** The answer's head and the first lines of its body. */
export function responseLines(response: HttpResponse | TransportError, bounds: ExcerptLimits, paint: Styler): string[] {
  const came = receivedResponse(response);
  const what = 'kind' in response && response.kind === 'cross-talk' ? 'it was' : 'until then';
  const partial = 'kind' in response && came ? [`${what}: ${statusLine(came)}`] : [];
  return [statusLine(response), ...partial, ...(came ? bodyLines(came.body, bounds, paint, came.truncatedBytes) : [])];
}

/** All headers and the body of a message, for those who want to see everything. */
export function messageLines(message: HttpRequest | HttpResponse, bounds: ExcerptLimits, paint: Styler): string[] {
  const headers = message.headers.flatMap(([name, value]) => bodyExcerpt(Buffer.from(`${name}: ${value}`), bounds));
  const [body, omitted] = 'status' in message ? [message.body, message.truncatedBytes] : [message.body, 0];
  const lines = body ? bodyLines(body, bounds, paint, omitted) : [];
  return [...headers.map((line) => paint('quiet', GUTTER) + line), ...lines];
}

function bodyLines(bytes: Uint8Array, bounds: ExcerptLimits, paint: Styler, omitted: number | undefined): string[] {
  return bodyExcerpt(bytes, bounds, omitted).map((line) => paint('quiet', GUTTER) + line);
}
