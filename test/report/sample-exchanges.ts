import type { HttpRequest, HttpResponse, TransportError } from '../../harness/core/model.ts';

/** The credentials that the sample's requests carry; no report may show them. */
export const SAMPLE_SECRET = 'eyJhbGciOi.c2VjcmV0.tok3n';

const json = ['Content-Type', 'application/json'] as const;
const auth = ['Authorization', `Bearer ${SAMPLE_SECRET}`] as const;

export function request(path: string, content: string, headers: HttpRequest['headers'] = [json, auth]): HttpRequest {
  return { method: 'POST', path, headers, body: Uint8Array.from(Buffer.from(content)) };
}

export function sampleResponse(
  status: number,
  statusText: string,
  content: string | Uint8Array,
  type = 'application/json',
): HttpResponse {
  const bytes = Uint8Array.from(typeof content === 'string' ? Buffer.from(content) : content);
  return {
    status,
    statusText,
    httpVersion: '1.1',
    headers: [
      ['Content-Type', type],
      ['X-Trace', 'a1'],
    ],
    body: bytes,
    complete: true,
    durationMs: 3.25,
  };
}

const timeout: TransportError = {
  kind: 'timeout',
  detail: 'no complete response within 5000 ms',
  durationMs: 5000.4,
  partial: { ...sampleResponse(200, 'OK', '{"num'), complete: false },
};

export const wrongType = {
  request: request('/loans?branch=main', '{"number":9007199254740993,"title":"Dune"}'),
  response: sampleResponse(201, 'Created', `{"number":"9007199254740993","title":"Dune","seen":"${SAMPLE_SECRET}"}`),
};
export const page = {
  request: request("/loans?branch=it's", '{"number":1,'),
  response: sampleResponse(
    500,
    'Internal Server Error',
    `<!DOCTYPE html>\n<script>alert('</script>')</script>\n<p>\u001b[31m\u2028]]>&amp; 🐛\n::error::no\n`,
    'text/html',
  ),
};
export const silent = { request: request('/returns', '{"number":1,"title":"Dune"}'), response: timeout };
export const binary = {
  request: request('/returns', '{"number":2,"title":"x"}'),
  response: sampleResponse(200, 'OK', Uint8Array.of(0, 255, 254, 0xc3, 0x28), 'image/png'),
};
