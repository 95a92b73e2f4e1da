import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { jarsDocument } from './jars-document.ts';
import { findingsOnMock } from './on-mock.ts';

/** @param keeps whether a list by shelf shows what was deleted */
function jarsApp(keeps: boolean) {
  const all = new Map<string, JsonObject>();
  const deleted = new Set<string>();
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [, kind, id] = pathname.split('/');
    const status = (code: number) => new Response(null, { status: code });
    const shelf = searchParams.get('shelfId');
    if (kind === 'jars' && id === undefined && request.method === 'GET') {
      const jars = [...all].filter(
        ([path, jar]) => path.startsWith('/jars/') && (shelf ?? jar['shelfId']) === jar['shelfId'],
      );
      const isListed = ([path]: readonly [string, JsonObject]) => !deleted.has(path) || (keeps && shelf !== null);
      return Response.json(jars.filter(isListed).map(([, jar]) => jar));
    }
    if (request.method === 'POST') {
      const sent = JSON.parse((await request.text()) || 'null');
      const isJar = kind === 'jars';
      if (typeof sent?.name !== 'string' || sent.name === '') return status(400);
      if (isJar && !all.has(`/shelves/${sent.shelfId}`)) return status(400);
      const record = { id: `r${all.size}`, name: sent.name, ...(isJar && { shelfId: sent.shelfId }) };
      all.set(`${pathname}/${record.id}`, record);
      return Response.json(record, { status: 201 });
    }
    const found = deleted.has(pathname) ? undefined : all.get(pathname);
    if (!found) return status(404);
    if (request.method === 'DELETE') deleted.add(pathname);
    return request.method === 'DELETE' ? status(204) : Response.json(found);
  };
}

async function found(keeps: boolean, text?: string): Promise<string[]> {
  const options = { suites: ['stateful'], consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec: jarsDocument(text), app: jarsApp(keeps), ...options });
  return findings.map(({ operation, check, message }) => `${operation} ${check}: ${message}`);
}

test('what was deleted is in no list by a filter either', async () => {
  expect(await found(false)).toEqual([]);
  expect(await found(true)).toEqual([
    'discard delete-removes: the jar that it deleted is still listed by the filter shelfId',
  ]);
});

test('unless the document says that the filter lists deleted ones, too', async () => {
  expect(await found(true, 'Only jars on this shelf. Deleted jars are listed, too.')).toEqual([]);
  expect(await found(true, 'All jars that ever stood on this shelf, including deleted ones.')).toEqual([]);
});

test('the mock lists by no filter what was deleted', async () => {
  expect(await findingsOnMock(jarsDocument())).toEqual([]);
});
