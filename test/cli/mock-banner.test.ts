import { afterEach, expect, test } from 'vitest';
import { bannerLines } from '../../harness/cli/commands/mock-output.ts';
import { closeMocks, LIBRARY, openMock, SHOP, TASKS } from '../mock/world/client.ts';

afterEach(closeMocks);

const TRAINS = 'test/openapi/resources/documents/train-travel.yaml';

test.each([LIBRARY, SHOP, TASKS, TRAINS])('the commands of the banner work one after the other: %s', async (spec) => {
  const mock = await openMock({ spec });
  const all: (() => Promise<string>)[] = [];
  const banner = bannerLines(mock, async (document, { id, method }) => {
    const { path = '', headers = [], body = null } = (await document.sampleRequest(id)) ?? {};
    const named = headers.map(([name, value]): [string, string] => [name, value]);
    const sent = body === null ? null : Buffer.from(body);
    all.push(async () => `${id} ${(await fetch(document.url + path, { method, headers: named, body: sent })).status}`);
    return id;
  });
  for await (const _ of banner);
  const shown: string[] = [];
  for (const each of all) shown.push(await each());
  expect(all.length).toBe(mock.documents[0]?.contract.operations.length);
  expect(shown.filter((each) => / [45]/.test(each))).toEqual([]);
});
