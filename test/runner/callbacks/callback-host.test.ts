import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Report, verify } from '../../../harness/index.ts';
import { findingsOf } from '../traffic/exchanges.ts';

const SPEC = join(import.meta.dirname, '../../mock/callbacks/subscriptions.yaml');

interface Order {
  readonly item?: unknown;
  readonly callbackUrl?: unknown;
}

/** A service that takes orders and sends what `paid` says for each; undefined for nothing. */
async function startShop(paid: (id: number) => string | undefined): Promise<{ url: string; statuses: number[] }> {
  const statuses: number[] = [];
  let lastId = 0;
  const call = async (callbackUrl: string, region: string, body: string) => {
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(`${callbackUrl}/paid/${region}`, { method: 'POST', headers, body });
    statuses.push(status);
  };
  const server = createServer(async (message: IncomingMessage, response) => {
    const body = await text(message);
    const order = isJson(body) ? (JSON.parse(body) as Order | null) : null;
    const region = /^\/orders\/([^/?]+)(?:\?|$)/.exec(message.url ?? '')?.[1];
    const isValid =
      typeof order?.item === 'string' && (order.callbackUrl === undefined || typeof order.callbackUrl === 'string');
    if (message.method !== 'POST' || region === undefined || !isValid) {
      response.writeHead(400).end();
      return;
    }
    const id = ++lastId;
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id, item: order.item }));
    const event = paid(id);
    const { callbackUrl } = order;
    if (event !== undefined && typeof callbackUrl === 'string' && URL.canParse(callbackUrl))
      await call(callbackUrl, region, event).catch(() => undefined);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, statuses };
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

function verifyShop(target: string | undefined): Promise<Report> {
  return verify({ spec: SPEC, target, suites: ['generated'], callbackHost: '127.0.0.1', consistency: 300, runs: 0 });
}

describe('callbackHost', () => {
  test('receives callbacks, responds as the document says, and passes if they are as documented', async () => {
    const { url, statuses } = await startShop((id) => JSON.stringify({ id, event: 'paid' }));
    const report = await verifyShop(url);
    expect(findingsOf(report).filter((each) => each.includes('callback-request'))).toEqual([]);
    expect(report.notes).toContainEqual(
      expect.stringMatching(/^callback onPaid of createOrder was received \d+ times$/),
    );
    expect(report.notes).toContain('callback onAudit of createOrder was not received');
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test('reports a callback that violates the document, once, with its clause', async () => {
    const { url } = await startShop((id) => JSON.stringify({ id: String(id), event: 'paid' }));
    const report = await verifyShop(url);
    expect(report.verdict).toBe('failed');
    const [finding, ...others] = report.findings.filter(({ check }) => check === 'callback-request');
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ operation: 'createOrder', severity: 'error' });
    expect(finding?.message).toBe('callback onPaid: body property id must be an integer, got "1"');
    expect(finding?.actual).toContain('{"id":"1","event":"paid"}');
    expect(finding?.clause.location.file).toContain('subscriptions.yaml');
  });

  test('tests the callbacks of the built-in mock too', async () => {
    const report = await verifyShop(undefined);
    expect(report.verdict).toBe('passed');
    expect(report.notes?.filter((note) => / was received \d+ times$/.test(note))).toHaveLength(2);
  });

  test('is an error for a document without callbacks, and for what is no host', async () => {
    const options = { spec: join(import.meta.dirname, '../../cli/petstore.yaml'), callbackHost: '127.0.0.1' };
    await expect(verify(options)).rejects.toThrow('no operation under test has callbacks');
    await expect(verify({ ...options, callbackHost: 'http://x/y' })).rejects.toThrow('takes a host name');
  });
});
