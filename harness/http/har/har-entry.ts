import type { HttpRequest, HttpResponse } from '../../core/model.ts';

/** An exchange to record. */
export interface HarExchange {
  readonly startedAt: Date;
  /** Absolute. */
  readonly url: string;
  readonly request: HttpRequest;
  /** With a decoded body; undefined if the connection was ended instead. */
  readonly response: HttpResponse | undefined;
  /** Whether secrets in the bodies were replaced. */
  readonly masked: { readonly request: boolean; readonly response: boolean };
}

type Headers = HttpRequest['headers'];

const NOT_KNOWN = -1;

/** Describes an exchange as an entry of a HAR file (HAR 1.2, entries); properties with an underscore are of our own. */
export function toHarEntry({ startedAt, url, request, response, masked }: HarExchange): object {
  const { body, headers, method } = request;
  const time = response?.durationMs ?? 0;
  return {
    startedDateTime: startedAt.toISOString(),
    time,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: toNameValues(headers),
      queryString: toNameValues([...new URL(url).searchParams]),
      ...(body === undefined || body.length === 0 ? {} : { postData: toPostData(body, headers, masked.request) }),
      headersSize: NOT_KNOWN,
      bodySize: body?.length ?? 0,
    },
    response: response ? toHarResponse(response, masked.response) : NO_RESPONSE,
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
}

const NO_RESPONSE = {
  ...{ status: 0, statusText: '', httpVersion: '', cookies: [], headers: [] },
  content: { size: NOT_KNOWN, mimeType: 'x-unknown' },
  ...{ redirectURL: '', headersSize: NOT_KNOWN, bodySize: NOT_KNOWN },
};

function toHarResponse({ status, statusText, headers, body }: HttpResponse, isMasked: boolean): object {
  return {
    status,
    statusText,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: toNameValues(headers),
    content: {
      size: body.length,
      mimeType: mediaTypeOf(headers) ?? 'x-unknown',
      ...toText(body, 'encoding'),
      ...(isMasked ? { _masked: true } : {}),
    },
    redirectURL: headerOf(headers, 'location') ?? '',
    headersSize: NOT_KNOWN,
    bodySize: body.length,
  };
}

/** HAR 1.2 has no encoding for bodies of requests. */
function toPostData(body: Uint8Array, headers: Headers, isMasked: boolean): object {
  const text = toText(body, '_encoding');
  return { mimeType: mediaTypeOf(headers) ?? '', params: [], ...text, ...(isMasked ? { _masked: true } : {}) };
}

/** Writes bytes that are no UTF-8 as base64. */
function toText(body: Uint8Array, encodingName: string): object {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? { text } : { text: bytes.toString('base64'), [encodingName]: 'base64' };
}

function toNameValues(pairs: Headers): object[] {
  return pairs.map(([name, value]) => ({ name, value }));
}

function mediaTypeOf(headers: Headers): string | undefined {
  return headerOf(headers, 'content-type');
}

function headerOf(headers: Headers, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}
