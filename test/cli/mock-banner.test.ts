import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { bannerLines } from '../../harness/cli/commands/mock-output.ts';
import { closeMocks, fields, LIBRARY, openMock, SHOP, TASKS } from '../mock/world/client.ts';

afterEach(closeMocks);

const TRAINS = 'test/openapi/resources/documents/train-travel.yaml';
const STORE = 'test/mock/documents/store.yaml';

test.each([LIBRARY, SHOP, STORE, TASKS, TRAINS])(
  'the commands of the banner work one after the other: %s',
  async (spec) => {
    const mock = await openMock({ spec });
    const all: (() => Promise<string>)[] = [];
    const banner = bannerLines(mock, async (document, { id, method }) => {
      const { path = '', headers = [], body = null } = (await document.sampleRequest(id)) ?? {};
      const named = headers.map(([name, value]): [string, string] => [name, value]);
      const sent = body === null ? null : Buffer.from(body);
      all.push(
        async () => `${id} ${(await fetch(document.url + path, { method, headers: named, body: sent })).status}`,
      );
      return id;
    });
    for await (const _ of banner);
    const shown: string[] = [];
    for (const each of all) shown.push(await each());
    expect(all.length).toBe(mock.documents[0]?.contract.operations.length);
    expect(shown.filter((each) => / [45]/.test(each))).toEqual([]);
  },
);

test('the banner names unknown types with their lines, and a rejection says the type', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'banner-'));
  const spec = join(directory, 'spec.yaml');
  const operation = `{ parameters: [{ name: q, in: query, schema: { type: interger } }], responses: { 200: { description: a } } }`;
  const schemes = `components: { securitySchemes: { k: { type: http, scheme: basic } } }`;
  writeFileSync(
    spec,
    `openapi: 3.0.3\ninfo: { title: A, version: '1' }\n${schemes}\npaths: { /a: { get: ${operation} } }`,
  );
  const mock = await openMock({ spec });
  const lines: string[] = [];
  for await (const line of bannerLines(mock, () => '')) lines.push(line);
  const { body } = await mock.send('GET', '/a?q=1');
  rmSync(directory, { recursive: true });
  expect(lines.filter((line) => line.includes('unknown'))).toEqual([
    `  ${spec}:4:68: error: Type interger is unknown, so no value is valid. Did you mean integer?`,
  ]);
  expect(fields(body)['detail']).toBe(
    'query parameter q must be of type interger, which is unknown (did you mean integer?), got "1"',
  );
});
