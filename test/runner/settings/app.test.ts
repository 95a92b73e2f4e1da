import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import express from 'express';
import { fastify } from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type App, listenApp } from '../../../harness/runner/app/listen-app.ts';
import { verify } from '../../../harness/runner/verify.ts';
import { folder } from '../../openapi/documents.ts';

const DOCUMENT = `openapi: 3.1.0
info: { title: Greetings, version: '1' }
paths:
  /greetings/{name}:
    get:
      operationId: greet
      parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: { type: object, required: [hello], properties: { hello: { type: string } } }
`;

const greet = (name: string | undefined) => ({ hello: `dear ${name}` });
const nameIn = (path: string) => /^\/greetings\/([^/?]+)/.exec(path)?.[1];

const listener: RequestListener = (request, response) => {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(greet(nameIn(request.url ?? ''))));
};

function apps(): [name: string, app: App][] {
  const onExpress = express().get(
    '/greetings/:name',
    (request, response) => void response.json(greet(request.params['name'])),
  );
  const onFastify = fastify();
  onFastify.get('/greetings/:name', async (request) => greet((request.params as { name: string }).name));
  const onKoa = new Koa().use(async (context) => {
    context.body = greet(nameIn(context.path));
  });
  const onHono = new Hono().get('/greetings/:name', (context) => context.json(greet(context.req.param('name'))));
  return [
    ['Express', onExpress],
    ['Fastify', onFastify],
    ['Koa', onKoa],
    ['Hono', onHono],
    ['a fetch handler', async (request: Request) => Response.json(greet(nameIn(new URL(request.url).pathname)))],
    ['a listener', listener],
    ['a server that does not listen', createServer(listener)],
  ];
}

describe('verify({ app })', () => {
  test('takes the document of a framework, parsed, and findings name the lines of its text', async () => {
    const spec = parse(DOCUMENT) as object;
    const app = async () => Response.json({ bye: 1 });
    const report = await verify({ spec, app, suites: ['generated'], runs: 2 });
    const [finding] = report.findings;
    const { file, line } = finding?.clause.location ?? {};
    const lines = report.sources.find((source) => source.file === file)?.text.split('\n') ?? [];
    expect(file).toBe('<document>');
    expect(lines[Number(line) - 1]).toContain('hello');
  });

  test.each(apps())('tests %s', async (_, app) => {
    const spec = `${folder({ 'spec.yaml': DOCUMENT })}/spec.yaml`;
    const report = await verify({ spec, app, suites: ['generated'], runs: 2 });
    expect([report.verdict, report.summary]).toEqual(['passed', expect.stringMatching(/no findings/)]);
  });

  test('leaves nothing open', async () => {
    const { url, close } = await listenApp(listener);
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const ended = once(socket, 'close');
    await close();
    await ended;
    await expect(fetch(url)).rejects.toThrow();
  });

  test.each([{}, 5, 'app', null])('rejects %j', async (app) => {
    await expect(verify({ app: app as unknown as App, spec: 'spec/openapi.yaml' })).rejects.toThrow(
      'app must be a (request, response) listener, a fetch handler, or an application of Express, Fastify, Koa or Hono',
    );
  });
});

describe('a fetch handler', () => {
  async function served(handler: (request: Request) => Response | Promise<Response>, init: RequestInit = {}) {
    const { url, close } = await listenApp(handler);
    try {
      const response = await fetch(`${url}/a%2Fb?c=d`, init);
      return { response, text: await response.text() };
    } finally {
      await close();
    }
  }

  test('gets the request, and its response is sent as it is', async () => {
    const { response, text } = await served(
      async (request) => {
        const { pathname, search } = new URL(request.url);
        const body = `${request.method} ${pathname}${search} ${request.headers.get('x-one')} ${await request.text()}`;
        const headers = new Headers([['x-two', '2']]);
        headers.append('set-cookie', 'a=1');
        headers.append('set-cookie', 'b=2');
        return new Response(body, { status: 418, statusText: 'Short and stout', headers });
      },
      { method: 'POST', body: 'é', headers: { 'x-one': '1' } },
    );
    expect([response.status, response.statusText, text]).toEqual([418, 'Short and stout', 'POST /a%2Fb?c=d 1 é']);
    expect([response.headers.get('x-two'), response.headers.getSetCookie()]).toEqual(['2', ['a=1', 'b=2']]);
  });

  test('that fails responds 500, as a server does', async () => {
    const warned = once(process, 'warning');
    const { response } = await served(() => {
      throw new Error('boom');
    });
    expect([response.status, String((await warned)[0])]).toEqual([500, expect.stringContaining('boom')]);
  });
});
