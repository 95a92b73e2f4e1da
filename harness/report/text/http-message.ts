import type { HttpRequest, HttpResponse, TransportError } from '../../core/model.ts';
import type { Styler } from '../console/style.ts';
import { escapeTerminal } from './escape.ts';
import { bodyExcerpt, type ExcerptLimits, receivedResponse, statusLine } from './excerpt.ts';

/** Marks the lines of a message of the service. */
const GUTTER = '| ';

/** Returns the status line of a response and the first lines of its body. */
export function responseLines(response: HttpResponse | TransportError, limits: ExcerptLimits, style: Styler): string[] {
  const received = receivedResponse(response);
  const label = 'kind' in response && response.kind === 'cross-talk' ? 'response' : 'received before';
  const partial = 'kind' in response && received ? [`${label}: ${statusLine(received)}`] : [];
  const body = received ? bodyLines(received.body, limits, style, received.truncatedBytes) : [];
  return [statusLine(response), ...partial, ...body];
}

/** Returns all headers and the body of a message. */
export function messageLines(message: HttpRequest | HttpResponse, limits: ExcerptLimits, style: Styler): string[] {
  const headers = message.headers.flatMap(([name, value]) => bodyExcerpt(Buffer.from(`${name}: ${value}`), limits));
  const truncatedBytes = 'status' in message ? message.truncatedBytes : 0;
  const body = message.body ? bodyLines(message.body, limits, style, truncatedBytes) : [];
  return [...headers.map((line) => style('quiet', GUTTER) + escapeTerminal(line)), ...body];
}

function bodyLines(bytes: Uint8Array, limits: ExcerptLimits, style: Styler, truncatedBytes?: number): string[] {
  return bodyExcerpt(bytes, limits, truncatedBytes).map((line) => style('quiet', GUTTER) + escapeTerminal(line));
}
