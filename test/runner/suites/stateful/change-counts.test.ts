import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';
import { findingsOnMock } from './on-mock.ts';
import { versionsDocument } from './versions-document.ts';

interface Page {
  readonly id: number;
  readonly title: string;
  readonly version: number;
}

type Count = (before: number, method: string) => number;

function pages(count: Count): (call: Call) => Reply {
  const all: Page[] = [];
  return ({ method, path, body }) => {
    const [, , id] = path.split('/');
    const title = body?.['title'];
    const isValid = typeof title === 'string' && title !== '';
    if (id === undefined) {
      if (!isValid) return { status: 400 };
      all.push({ id: all.length, title, version: 1 });
      return { status: 201, body: { ...all.at(-1) } };
    }
    const own = all[Number(id)];
    if (!own) return { status: 404 };
    if (method !== 'GET' && !isValid) return { status: 400 };
    if (method !== 'GET' && isValid) all[own.id] = { ...own, title, version: count(own.version, method) };
    return { status: 200, body: { ...all[own.id] } };
  };
}

async function found(text: string, count: Count): Promise<string[]> {
  const target = await serveCalls(pages(count));
  const options = { suites: ['stateful'], consistency: 20, runs: 0 } as const;
  const { findings } = await verify({ spec: versionsDocument(text), target, ...options });
  return findings.map(({ check, operation, message }) => `${check} ${operation}: ${message}`);
}

const BY_ONE = 'Raised by one with each change.';
const EVERY = 'Incremented on every update.';
const byOne: Count = (before) => before + 1;
const byTwo: Count = (before) => before + 2;
const once: Count = () => 2;
const never: Count = (before) => before;
const byPatch: Count = (before, method) => (method === 'PATCH' ? before + 1 : before);

test('a version that the document says rises with each change does, with the first one and with later ones', async () => {
  expect(await found(EVERY, byOne)).toEqual([]);
  const finding = 'update-is-visible PATCH /pages/{id}: /version of the page does not count a change';
  expect(await found(EVERY, once)).toEqual([finding]);
  expect(await found(EVERY, never)).toEqual([finding]);
});

test('a version that does not count a PUT is found, unless the document tells of PATCH alone', async () => {
  const finding = 'update-is-visible PUT /pages/{id}: /version of the page does not count a change';
  expect(await found(EVERY, byPatch)).toEqual([finding]);
  expect(await found('One more after each successful PATCH.', byPatch)).toEqual([]);
});

test('a version may rise by more than one', async () => {
  expect(await found(BY_ONE, byOne)).toEqual([]);
  expect(await found(BY_ONE, byTwo)).toEqual([]);
});

test('a version of which the document says something else is not compared', async () => {
  expect(await found('Version of the template, raised by one with each change.', never)).toEqual([]);
  expect(await found('The version of the page.', never)).toEqual([]);
});

test('the mock counts changes, too', async () => {
  expect(await findingsOnMock(versionsDocument(BY_ONE))).toEqual([]);
});
