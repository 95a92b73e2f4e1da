import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isObject, parseJsonBytes, stringifyJson } from '../../harness/core/json/index.ts';
import type { JsonValue } from '../../harness/core/model.ts';
import { type Mock, startMock } from '../../harness/mock/mock.ts';
import { COMPARISONS } from './comparisons.ts';
import { type PrismCli, startPrismCli } from './prism-cli.ts';
import { type RawResponse, type RequestParts, send } from './raw-http.ts';

const LISTED = [...readFileSync('docs/mock-vs-prism.md', 'utf8').matchAll(/^\| ([a-z][a-z0-9-]*) +\|/gm)]
  .map(([, name]) => name)
  .filter((name) => name !== 'name');

interface View {
  readonly status: number;
  readonly type: string | undefined;
  readonly own: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Status, media type, the document's own headers and body: what a client sees of a response. */
function view({ status, headers, body }: RawResponse): View {
  const type = headers['content-type'];
  const json = /json/.test(type ?? '');
  return {
    status,
    type: body.length > 0 ? type : undefined,
    own: Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('x-'))),
    body: json && body.length > 0 ? sorted(parseJsonBytes(body)) : body.toString(),
  };
}

/** JSON text with the members in the order of their names, and every number exact. */
function sorted(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (!isObject(value)) return stringifyJson(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${name}:${sorted(value[name] ?? null)}`).join(',')}}`;
}

describe.each(Object.keys(COMPARISONS))('%s', (document) => {
  let prism: PrismCli;
  let mock: Mock;
  beforeAll(async () => {
    [prism, mock] = await Promise.all([startPrismCli(document), startMock({ spec: document, mode: 'static' })]);
  });
  afterAll(() => Promise.all([prism.close(), mock.close()]));

  const ask = async (request: RequestParts) => {
    const [theirs, ours] = await Promise.all([send(prism.port, request), send(mock.port, request)]);
    return { theirs: view(theirs), ours: view(ours) };
  };

  const all = COMPARISONS[document] ?? [];
  test.each(all.filter(({ departure }) => departure === undefined))('$name: the same response', async ({ request }) => {
    const { theirs, ours } = await ask(request);
    expect(ours).toEqual(theirs);
  });

  const departing = all.filter(({ departure }) => departure !== undefined);
  test.each(departing)('$name: departs by $departure', async ({ request, departure }) => {
    const { theirs, ours } = await ask(request);
    expect(LISTED).toContain(departure);
    expect(ours).not.toEqual(theirs);
    if (departure === 'error-says-why') expect({ ...ours, body: '' }).toEqual({ ...theirs, body: '' });
  });
});

test('every documented difference is shown by a request', () => {
  const shown = Object.values(COMPARISONS).flatMap((all) => all.flatMap(({ departure }) => departure ?? []));
  expect([...new Set(shown)].sort()).toEqual([...LISTED].sort());
});
