import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bottlesDocument } from './bottles-document.ts';
import { findingsOnMock } from './on-mock.ts';

interface Bottle {
  readonly id: number;
  readonly label: string;
  readonly tags?: readonly string[];
}

/** @param has whether a filter finds a bottle by a tag */
function bottlesApp(has: (tags: readonly string[], tag: string) => boolean) {
  const bottles = new Map<number, Bottle>();
  let last = 0;
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const id = Number(pathname.split('/')[2] ?? 0);
    if (request.method === 'POST') {
      const own = { ...JSON.parse(await request.text()), id: ++last };
      bottles.set(last, own);
      return Response.json(own, { status: 201 });
    }
    if (id > 0) return bottles.has(id) ? Response.json(bottles.get(id)) : new Response(null, { status: 404 });
    const tag = searchParams.get('tag');
    const all = [...bottles.values()];
    return Response.json(all.filter(({ tags = [] }) => tag === null || has(tags, tag)));
  };
}

async function found(has: Parameters<typeof bottlesApp>[0]) {
  const options = { suites: ['stateful'], consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec: bottlesDocument, app: bottlesApp(has), ...options });
  return findings.filter(({ check }) => check === 'list-follows-query').map(({ message }) => message);
}

test('a filter finds what has the value in its list, not only what has it first', async () => {
  expect(await found((tags, tag) => tags[0] === tag)).toEqual([
    'list finds a record by tag, but only by the first that it has',
  ]);
  expect(await found((tags, tag) => tags.includes(tag))).toEqual([]);
});

test('the mock finds it', async () => {
  expect(await findingsOnMock(bottlesDocument)).toEqual([]);
});
