import type { IncomingMessage } from 'node:http';

/** Names and values alternately, as node:http receives and sends them. */
export type HeaderList = readonly string[];

/** About one connection, not about the message (RFC 9110 section 7.6.1). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade']);

/** No `Connection` header makes these hop-by-hop: without them, the message would be another one. */
const ALWAYS_KEPT = new Set(['content-length', 'content-type', 'host']);

/** Node sends a chunked body of unknown length with these methods, if no header says otherwise. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Who receives and who sends on. */
export interface Gateway {
  /** The pseudonym of this gateway in `Via`. */
  readonly name: string;
  /** Host and port of the backend. */
  readonly backendHost: string;
}

/** Returns the headers of a request for the backend (RFC 9110 section 7.6, RFC 7239). */
export function requestHeaders(message: IncomingMessage, { name, backendHost }: Gateway): string[] {
  const { headers, httpVersion, method = '' } = message;
  const sent = ['Host', backendHost];
  eachEndToEnd(message, (field, lower, value) => {
    if (lower === 'host') return;
    sent.push(field, lower === 'max-forwards' && /^\d+$/.test(value) ? String(BigInt(value) - 1n) : value);
  });
  if (headers['transfer-encoding'] !== undefined) sent.push('Transfer-Encoding', 'chunked');
  else if (headers['content-length'] === undefined && WITH_BODY.has(method)) sent.push('Content-Length', '0');
  return [...sent, 'Via', `${httpVersion} ${name}`, ...forwarded(message)];
}

/** Where a client finds what the backend has. */
export interface OwnPlace {
  readonly origin: string;
  /** What a path of the backend has before it on this server. */
  readonly basePath: string;
}

/** Returns the headers of a response for the client; a URL of the backend becomes one of this server. */
export function responseHeaders(message: IncomingMessage, backendUrl: string, place: OwnPlace): string[] {
  const sent: string[] = [];
  eachEndToEnd(message, (field, lower, value) => {
    const isUrl = lower === 'location' || lower === 'content-location';
    sent.push(field, isUrl ? ownUrl(value, backendUrl, place) : value);
  });
  return sent;
}

export function isOwnLoop({ headers: { via } }: IncomingMessage, { name }: Gateway): boolean {
  return via?.split(',').some((entry) => entry.trim().split(/\s+/)[1] === name) ?? false;
}

/** RFC 9110 section 7.6.2: this server is the final recipient. */
export function isForwardable({ method, headers }: IncomingMessage): boolean {
  return (method !== 'OPTIONS' && method !== 'TRACE') || !/^0+$/.test(String(headers['max-forwards'] ?? ''));
}

export function pairsOf(list: HeaderList): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < list.length; at += 2) pairs.push([list[at] ?? '', list[at + 1] ?? '']);
  return pairs;
}

function eachEndToEnd(
  { rawHeaders, headers }: IncomingMessage,
  use: (field: string, lower: string, value: string) => void,
): void {
  const listed = headers.connection?.split(',').map((option) => option.trim().toLowerCase()) ?? [];
  const named = new Set(listed.filter((option) => !ALWAYS_KEPT.has(option)));
  for (const [field, value] of pairsOf(rawHeaders)) {
    const lower = field.toLowerCase();
    if (!HOP_BY_HOP.has(lower) && !named.has(lower)) use(field, lower, value);
  }
}

function forwarded({ socket, headers }: IncomingMessage): string[] {
  const client = socket.remoteAddress ?? 'unknown';
  const host = headers.host ?? '';
  const scheme = 'encrypted' in socket ? 'https' : 'http';
  const node = client.includes(':') ? `"[${client}]"` : client;
  const list = ['Forwarded', `for=${node};host="${host.replace(/["\\]/g, '\\$&')}";proto=${scheme}`];
  list.push('X-Forwarded-For', client);
  // Those of a gateway before this one know what the client has sent.
  if (headers['x-forwarded-host'] === undefined) list.push('X-Forwarded-Host', host);
  if (headers['x-forwarded-proto'] === undefined) list.push('X-Forwarded-Proto', scheme);
  return list;
}

function ownUrl(value: string, backendUrl: string, { origin, basePath }: OwnPlace): string {
  if (/^\/(?!\/)/.test(value)) return basePath + value;
  if (!value.startsWith(backendUrl)) return value;
  const rest = value.slice(backendUrl.length);
  return rest === '' || /^[/?#]/.test(rest) ? origin + basePath + rest : value;
}
