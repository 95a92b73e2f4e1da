import type { HttpRequest } from '../../core/model.ts';
import { isSecretHeader, MASK, maskUrl } from '../redact.ts';
import { hasLongRunWithoutSpaces, isPrintableAscii, printfCommand, quote, quoteLatin1 } from './shell-quote.ts';

/** Linux refuses a longer single argument (execve(2), MAX_ARG_STRLEN); printf is built into the shells and knows no such limit. */
const LONGEST_ARGUMENT = 100_000;

/** curl asks for leave to send a body larger than this with `Expect: 100-continue` (curl's EXPECT_100_THRESHOLD; older releases 1024). */
const EXPECT_THRESHOLD = 1024;

/**
 * The request as one line for sh, bash or zsh, safe to paste: nothing in it is expanded, and curl adds no header of its own but
 * `Host` and the body's length. Values of credentials and of `secretHeaders` are shown as `***`.
 */
export function curlCommand(baseUrl: string, request: HttpRequest, secretHeaders: readonly string[] = []): string {
  const url = maskUrl(baseUrl).replace(/\/+$/, '') + request.path;
  const body = request.body;
  const words = ['curl', '-i', '--path-as-is', '--globoff', ...methodWords(request)];
  if (/^https:/i.test(url)) words.push('--http1.1');
  if (url.includes('#')) words.push('--request-target', quoteLatin1(requestTarget(url)));
  words.push(quoteLatin1(url.replace(/#.*/, '')), ...headerWords(request, secretHeaders));
  if (body === undefined) return words.join(' ');
  if (fitsArgument(body)) return [...words, '--data-raw', quote(Buffer.from(body).toString('utf8'))].join(' ');
  return [printfCommand(body), '|', ...words, '--data-binary', '@-'].join(' ');
}

function methodWords({ method, body }: HttpRequest): string[] {
  if (method === 'HEAD' && body === undefined) return ['-I'];
  // curl refuses -I with a body, and with -X HEAD alone it waits for the content that Content-Length announces (RFC 9110 9.3.2).
  if (method === 'HEAD') return ['-X', quote(method), '--max-time', '5'];
  return method === 'GET' && body === undefined ? [] : ['-X', quote(method)];
}

function headerWords({ method, headers, body }: HttpRequest, secretHeaders: readonly string[]): string[] {
  const lines = headers.map(([name, value]) => headerLine(name, isSecretHeader(name, secretHeaders) ? MASK : value));
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  for (const name of ownHeaders(body)) if (!given.has(name.toLowerCase())) lines.push(`${name}:`);
  // A client says that there is no content where the method anticipates some (RFC 9110 8.6); curl with -X alone does not.
  const framed = given.has('content-length') || given.has('transfer-encoding');
  if (body === undefined && /^(POST|PUT|PATCH)$/.test(method) && !framed) lines.push('Content-Length: 0');
  return lines.flatMap((line) => ['-H', quoteLatin1(line)]);
}

/** `Name;` sends the header with no value, where `Name:` would remove it (curl(1), --header). */
function headerLine(name: string, value: string): string {
  return value.trim() === '' ? `${name};` : `${name}: ${value}`;
}

/** Headers that curl sends by itself. */
function ownHeaders(body: Uint8Array | undefined): string[] {
  const always = ['Accept', 'User-Agent'];
  if (body === undefined) return always;
  return [...always, 'Content-Type', ...(body.length > EXPECT_THRESHOLD ? ['Expect'] : [])];
}

function fitsArgument(body: Uint8Array): boolean {
  if (body.length > LONGEST_ARGUMENT || hasLongRunWithoutSpaces(body)) return false;
  const text = Buffer.from(body).toString('utf8');
  return isPrintableAscii(text) && Buffer.from(text).equals(body);
}

/** Path and query as they go onto the wire; curl would take what follows `#` for a fragment. */
function requestTarget(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
}
