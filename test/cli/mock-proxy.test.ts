import { describe, expect, test } from 'vitest';
import { proxyOptions, readProxy } from '../../harness/cli/commands/mock-options.ts';
import { formatRequestLine } from '../../harness/cli/commands/mock-output.ts';
import { parseOptions } from '../../harness/cli/options/options.ts';
import { MockRequest } from '../../harness/mock/request-log.ts';

describe('the options of a backend', () => {
  const read = (...args: string[]) => readProxy(parseOptions(args, proxyOptions), {});

  test('are read with their selectors', () => {
    const args = [
      '--proxy',
      'http://a.example/v1/',
      '--proxy-only',
      'tag:A',
      '--proxy-only',
      'GET',
      '--proxy-fallback',
    ];
    expect(read(...args)).toMatchObject({
      url: 'http://a.example/v1',
      only: ['tag:A', 'GET'],
      except: [],
      fallback: true,
      proxy: undefined,
    });
    expect(read()).toBeUndefined();
  });

  test('are of one document each, by its path, and share their other options', () => {
    const proxies = ['--proxy', 'http://a.example/v1=/shop', '--proxy', 'http://b.example=/users/v2'];
    expect(read(...proxies, '--proxy-except', 'DELETE')).toMatchObject({
      '/shop': { url: 'http://a.example/v1', except: ['DELETE'] },
      '/users/v2': { url: 'http://b.example', except: ['DELETE'] },
    });
    expect(() => read('--proxy', '/shop=http://a.example')).toThrow(
      '--proxy /shop=http://a.example: the URL comes first: --proxy http://a.example=/shop',
    );
    expect(() => read(...proxies, '--proxy', 'http://c.example')).toThrow(
      '--proxy http://c.example: say of which document it is, e.g. --proxy http://c.example=/PATH',
    );
    expect(() => read(...proxies, '--proxy', 'http://c.example=/shop')).toThrow('/shop has two backends');
  });

  test('need the backend', () => {
    expect(() => read('--proxy-fallback')).toThrow('--proxy-fallback requires --proxy URL');
    expect(() => read('--proxy', 'example.org:80')).toThrow('--proxy takes the base URL of a backend');
  });
});

test('the log says who responded and which message violates the document', () => {
  const request = { method: 'GET', target: '/a', path: '/a', query: '', headers: {}, body: new Uint8Array() };
  const validation = { operation: undefined, problems: [{ status: 404, message: 'no such path' }], body: undefined };
  const response = { status: 200, headers: [], body: new Uint8Array() };
  const line = (violations?: string[]) =>
    formatRequestLine(new MockRequest(1, request, validation, response, 1.25, violations));
  expect(line()).toBe('GET /a 200 1.3 ms  no such path');
  expect(line(['bad', 'worse'])).toBe(
    'GET /a 200 1.3 ms from the backend  request: no such path  response: bad; worse',
  );
});
