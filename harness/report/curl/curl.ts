import type { HttpRequest } from '../../core/model.ts';
import { isSecretHeader } from '../../core/secrets/secret-headers.ts';
import { MASK } from '../../core/secrets/secret-values.ts';
import { maskUrl } from '../redact.ts';
import { hasLongRun, isPrintable, printfCommand, quote, quoteLatin1 } from './shell-quote.ts';

/** Linux rejects longer arguments (execve(2), MAX_ARG_STRLEN); printf is built into the shells and has no such limit. */
const MAX_ARGUMENT_BYTES = 100_000;

/** curl sends `Expect: 100-continue` with larger bodies (EXPECT_100_THRESHOLD of older releases). */
const EXPECT_THRESHOLD_BYTES = 1024;

/**
 * Returns the request as one curl command for sh, bash or zsh, safe to paste: nothing in it is expanded, and curl adds no header but
 * `Host` and the body's length. Values of credentials and of `secretHeaders` are `***`, unless `showSecrets`.
 */
export function curlCommand(
  baseUrl: string,
  request: HttpRequest,
  secretHeaders: readonly string[] = [],
  { showSecrets = false }: { readonly showSecrets?: boolean } = {},
): string {
  const isSecret = (name: string) => !showSecrets && isSecretHeader(name, secretHeaders);
  const url = maskUrl(baseUrl).replace(/\/+$/, '') + request.path;
  const body = request.body;
  const words = ['curl', '-i', '--path-as-is', '--globoff', ...methodWords(request)];
  if (/^https:/i.test(url)) words.push('--http1.1');
  if (url.includes('#')) words.push('--request-target', quoteLatin1(requestTarget(url)));
  words.push(quoteLatin1(url.replace(/#.*/, '')), ...headerWords(request, isSecret));
  return withBody(words, body);
}

/** Returns a short curl command to try an operation with: curl adds headers of its own, and credentials are shown. */
export function sampleCurlCommand(baseUrl: string, request: HttpRequest): string {
  const { method, path, headers, body } = request;
  const url = baseUrl.replace(/\/+$/, '') + path;
  const own = headers
    .filter(([name]) => name.toLowerCase() !== 'accept')
    .map(([name, value]) => headerLine(name, value));
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  const words = ['curl', '-i', ...(/[{}[\]]/.test(url) ? ['--globoff'] : [])];
  if (!isImplied) words.push(...(method === 'HEAD' ? ['-I'] : ['-X', method]));
  words.push(quoteLatin1(url), ...own.flatMap((line) => ['-H', quoteLatin1(line)]));
  return withBody(words, body);
}

function withBody(words: readonly string[], body: Uint8Array | undefined): string {
  if (body === undefined) return words.join(' ');
  if (fitsArgument(body)) return [...words, '--data-raw', quote(Buffer.from(body).toString('utf8'))].join(' ');
  return [printfCommand(body), '|', ...words, '--data-binary', '@-'].join(' ');
}

function methodWords({ method, body }: HttpRequest): string[] {
  if (method === 'HEAD' && body === undefined) return ['-I'];
  // curl rejects -I with a body, and with -X HEAD alone it waits for the content that Content-Length announces (RFC 9110 9.3.2).
  if (method === 'HEAD') return ['-X', quote(method), '--max-time', '5'];
  return method === 'GET' && body === undefined ? [] : ['-X', quote(method)];
}

function headerWords({ method, headers, body }: HttpRequest, isSecret: (name: string) => boolean): string[] {
  const lines = headers.map(([name, value]) => headerLine(name, isSecret(name) ? MASK : value));
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  for (const name of curlHeaders(body)) if (!names.has(name.toLowerCase())) lines.push(`${name}:`);
  // Without content, a client sends Content-Length: 0 if the method anticipates some (RFC 9110 8.6); curl with -X does not.
  const hasLength = names.has('content-length') || names.has('transfer-encoding');
  if (body === undefined && /^(POST|PUT|PATCH)$/.test(method) && !hasLength) lines.push('Content-Length: 0');
  return lines.flatMap((line) => ['-H', quoteLatin1(line)]);
}

/** `Name;` sends the header without a value; `Name:` would remove it (curl(1), --header). */
function headerLine(name: string, value: string): string {
  return value.trim() === '' ? `${name};` : `${name}: ${value}`;
}

/** Returns the headers that curl adds. */
function curlHeaders(body: Uint8Array | undefined): string[] {
  const always = ['Accept', 'User-Agent'];
  if (body === undefined) return always;
  return [...always, 'Content-Type', ...(body.length > EXPECT_THRESHOLD_BYTES ? ['Expect'] : [])];
}

function fitsArgument(body: Uint8Array): boolean {
  if (body.length > MAX_ARGUMENT_BYTES || hasLongRun(body)) return false;
  const text = Buffer.from(body).toString('utf8');
  return isPrintable(text) && Buffer.from(text).equals(body);
}

/** Returns path and query as sent; curl would drop what follows `#` as a fragment. */
function requestTarget(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
}
