import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../harness/core/model.ts';
import { isSecretHeader } from '../../harness/core/secrets/secret-headers.ts';
import { maskUrl, redactionNotice, redactOutcome, redactReport } from '../../harness/report/redact.ts';
import { outcome, sampleReport } from './sample.ts';
import { request, sampleResponse } from './sample-exchanges.ts';

/** What a report shows of a response that repeats `echo`, where the request carried the header. */
function shown(header: HttpRequest['headers'][number], echo: string, extra: string[] = []): string {
  const exchange = { request: request('/x', '', [header]), response: sampleResponse(200, 'OK', `<${echo}>`) };
  const redacted = redactOutcome(
    outcome({ case: 'a', status: 'fail', exchange, inconclusiveReason: `said <${echo}>` }),
    extra,
  );
  const came = redacted.exchange?.response;
  expect(redacted.inconclusiveReason).toBe(`said ${came && 'body' in came ? Buffer.from(came.body).toString() : ''}`);
  return redacted.inconclusiveReason ?? '';
}

describe('a secret', () => {
  test.each<[header: readonly [string, string], echo: string]>([
    [['Authorization', 'Bearer abc.def-123'], 'Bearer abc.def-123'],
    [['authorization', 'Bearer abc.def-123'], 'abc.def-123'],
    [['Proxy-Authorization', `Basic ${btoa('ann:open sesame')}`], btoa('ann:open sesame')],
    [['Authorization', `Basic ${btoa('ann:open sesame')}`], 'ann:open sesame'],
    [['Authorization', `Basic ${btoa('ann:open sesame')}`], 'open sesame'],
    [['Cookie', 'theme=dark; session=0123456789'], '0123456789'],
    [['X-Api-Key', 'k3y-k3y-k3y'], 'k3y-k3y-k3y'],
    [['X-Api-Key', 'schlüssel'], 'schlüssel'],
  ])('is masked where the service repeats it: %s %s', (header, echo) => {
    expect(shown(header, echo)).toBe('said <***>');
  });

  test('is what the user says it is', () => {
    expect(shown(['X-Token', 'abcdefgh'], 'abcdefgh')).toBe('said <abcdefgh>');
    expect(shown(['X-Token', 'abcdefgh'], 'abcdefgh', ['x-TOKEN'])).toBe('said <***>');
  });

  test('is no word that says what a message is, and none so short that responses use it otherwise', () => {
    expect(isSecretHeader('Accept', ['accept'])).toBe(false);
    expect(isSecretHeader('Content-Type', ['content-type'])).toBe(false);
    expect(shown(['X-Api-Key', 'true'], 'true')).toBe('said <true>');
  });

  test('is never in a header, however short', () => {
    const exchange = {
      request: request('/x', '', [['X-Api-Key', 'k']]),
      response: { ...sampleResponse(200, 'OK', ''), headers: [['Set-Cookie', 's']] as const },
    };
    const { exchange: masked } = redactOutcome(outcome({ case: 'a', exchange }), []);
    expect(masked?.request.headers).toEqual([['X-Api-Key', '***']]);
    expect(masked?.response).toMatchObject({ headers: [['Set-Cookie', '***']] });
  });

  test('is masked in the requests that a failing random request shrank to', () => {
    const exchange = {
      request: request('/x', '', [['Authorization', 'Bearer abc.def-123']]),
      response: sampleResponse(200, 'OK', 'abc.def-123'),
    };
    const shrunk = [{ key: 'k', result: outcome({ case: 'a', status: 'fail', exchange }) }];
    const redacted = redactOutcome(outcome({ case: 'a', status: 'fail', exchange, shrunk }), []);
    expect(JSON.stringify(redacted.shrunk)).toContain('***');
    expect(redacted.shrunk?.[0]?.result.exchange?.request.headers).toEqual([['Authorization', '***']]);
  });

  test('leaves all other bytes of a body as they were', () => {
    const bytes = Uint8Array.from([0, 255, 254, ...Buffer.from('abc.def-123'), 128, 10]);
    const exchange = {
      request: request('/x', '', [['Authorization', 'Bearer abc.def-123']]),
      response: sampleResponse(200, 'OK', bytes),
    };
    const came = redactOutcome(outcome({ case: 'a', exchange }), []).exchange?.response;
    expect(came && 'body' in came && [...came.body]).toEqual([0, 255, 254, 42, 42, 42, 128, 10]);
  });
});

describe('a report without secrets', () => {
  test.each([
    ['http://ann:pass@host/x', 'http://***@host/x'],
    ['https://token@host', 'https://***@host'],
    ['http://host/x?mail=a@b', 'http://host/x?mail=a@b'],
    ['http://a:p@ss@host/', 'http://***@host/'],
  ])('names the target %s without its user and password', (url, masked) => {
    expect(maskUrl(url)).toBe(masked);
    expect(redactReport(sampleReport({ target: url, summary: `no response at ${url}` }), [])).toMatchObject({
      target: masked,
      summary: `no response at ${masked}`,
    });
  });

  test('is the same when it is masked again', () => {
    expect(redactReport(redactReport(sampleReport(), []), [])).toEqual(redactReport(sampleReport(), []));
  });

  test('says which values to put in before a request is repeated', () => {
    expect(
      redactionNotice(
        request('/x', '', [
          ['Authorization', 'a'],
          ['X-A', 'b'],
          ['authorization', 'c'],
        ]),
      ),
    ).toBe('replace *** with your value of Authorization, authorization');
    expect(redactionNotice(request('/x', '', [['X-A', 'b']]))).toBe(undefined);
    expect(redactionNotice(request('/x', '', [['X-A', 'b']]), ['x-a'])).toBe('replace *** with your value of X-A');
  });
});
