import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { sequenceScript } from '../../../harness/report/curl/sequence-script.ts';
import { bodyOf, serve } from '../../servers.ts';

const json = (schema: object) => ({ 'application/json': { schema } });
const page = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string' }, text: { type: 'string' } },
};
const errors = { default: { description: 'error', content: json({ type: 'object' }) } };
const ok = { description: 'ok', headers: { ETag: { schema: { type: 'string' } } }, content: json(page) };
const created = {
  description: 'created',
  headers: { Location: { schema: { type: 'string' } } },
  content: json(page),
};
const ifMatch = { name: 'If-Match', in: 'header', required: true, schema: { type: 'string' } };
const body = { required: true, content: json(page) };

/** Pages whose changes and deletions must name the entity tag of what they are about. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Pages', version: '1' },
  paths: {
    '/pages': { post: { operationId: 'create', requestBody: body, responses: { 201: created, ...errors } } },
    '/pages/{pageId}': {
      parameters: [{ name: 'pageId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'read', responses: { 200: ok, ...errors } },
      put: { operationId: 'replace', parameters: [ifMatch], requestBody: body, responses: { 200: ok, ...errors } },
      delete: {
        operationId: 'remove',
        parameters: [ifMatch],
        responses: { 204: { description: 'deleted' }, ...errors },
      },
    },
  },
};

type Page = { readonly [name: string]: unknown };
type Store = (before: Page, sent: Page) => Page;
type Reply = readonly [status: number, page?: Page | undefined, headers?: Record<string, string>];

function isPage(value: unknown): value is Page {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { title, text = '' } = value as Page;
  return typeof title === 'string' && typeof text === 'string';
}

async function servePages(store: Store): Promise<{ readonly url: string; readonly pages: Map<number, Page> }> {
  const pages = new Map<number, Page>();
  let last = 0;
  let version = 0;
  const tags = new Map<number, string>();
  const keep = (id: number, value: Page) => {
    pages.set(id, value);
    tags.set(id, `"${id}-${++version}"`);
  };
  const shown = (id: number, status = 200): Reply => [status, pages.get(id), { etag: tags.get(id) ?? '' }];
  const change = (request: IncomingMessage, id: number, before: Page, sent: unknown): Reply => {
    if (request.headers['if-match'] === undefined) return [428, { message: 'Send If-Match.' }];
    if (request.method === 'PUT' && !isPage(sent)) return [400, { message: 'That is no page.' }];
    if (request.headers['if-match'] !== tags.get(id)) return [412, { message: 'It has changed.' }];
    if (request.method === 'DELETE') return pages.delete(id) ? [204] : [404, {}];
    keep(id, store(before, sent as Page));
    return shown(id);
  };
  const respond = (request: IncomingMessage, sent: unknown): Reply => {
    if (request.method === 'POST') {
      if (!isPage(sent)) return [400, { message: 'That is no page.' }];
      keep(++last, sent);
      return [201, sent, { location: `/pages/${last}` }];
    }
    const id = Number(request.url?.slice('/pages/'.length));
    const page = pages.get(id);
    if (page === undefined) return [404, { message: 'There is no such page.' }];
    return request.method === 'GET' ? shown(id) : change(request, id, page, sent);
  };
  const url = await serve(async (request, response) => {
    const [status, value, headers] = respond(request, parse((await bodyOf(request)).toString()));
    response.writeHead(status, { ...(value && { 'content-type': 'application/json' }), ...headers });
    response.end(value && JSON.stringify(value));
  });
  return { url, pages };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function run(suite: string, store: Store = (_, sent) => sent, described: object = document) {
  const folder = mkdtempSync(join(tmpdir(), 'tags-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const spec = join(folder, 'openapi.json');
  writeFileSync(spec, JSON.stringify(described));
  const { url, pages } = await servePages(store);
  const report = await verify({ spec, target: url, suites: [suite], runs: 1, lint: false, consistency: 60 });
  return { report, url, pages };
}

test('generated requests name the entity tag that the record has', async () => {
  const { report } = await run('generated');
  const rejected = report.findings.filter(({ message }) => message === 'valid request rejected');
  expect(rejected).toEqual([]);
  const changes = report.operations.filter(({ id }) => id === 'replace' || id === 'remove');
  expect(changes.map(({ verified }) => verified)).toEqual([true, true]);
});

test('generated requests, and the deletion of what they create, learn that an optional header is required (428)', async () => {
  const described = JSON.parse(JSON.stringify(document).replaceAll('"in":"header","required":true', '"in":"header"'));
  const { report, pages } = await run('generated', undefined, described);
  expect(report.findings.filter(({ message }) => message === 'valid request rejected')).toEqual([]);
  const changes = report.operations.filter(({ id }) => id === 'replace' || id === 'remove');
  expect(changes.map(({ verified }) => verified)).toEqual([true, true]);
  expect(pages.size).toBe(0);
});

test('sequences change and delete records with the entity tags that they have', async () => {
  const { report, pages } = await run('stateful');
  expect(report.findings.map(({ message }) => message)).toEqual([]);
  expect(report.operations.filter(({ accepted }) => accepted === 0)).toEqual([]);
  expect(pages.size).toBe(0);
});

test('a script takes the entity tag from the response to a read', async () => {
  const { report, url } = await run('stateful', (before, sent) => ({ ...before, ...sent }));
  const [finding, ...others] = report.findings;
  expect([finding?.operation, finding?.check, others.length]).toEqual(['replace', 'put-replaces', 0]);
  const script = sequenceScript(url, finding?.sequence ?? []).join('\n');
  expect(script).toMatch(/etag_\d+=\$\(printf/);
  expect(script).toMatch(/-H 'If-Match: '"\$etag_\d+"''/);
});
