import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';
import { parcelsDocument } from './parcels-document.ts';

interface Stored {
  readonly id: number;
  readonly above?: number;
  readonly value: Record<string, unknown>;
}

/** @param isOpen whether lines are added, changed and deleted below a purchase order in a state, by the method */
function parcelsApp(isOpen: (state: unknown, method: string) => boolean) {
  const orders = new Map<number, Stored>();
  const lines = new Map<number, Stored>();
  let last = 0;
  return async (request: Request): Promise<Response> => {
    const [, , id = '', below, lineId = ''] = new URL(request.url).pathname.split('/');
    const status = (code: number) => new Response(null, { status: code });
    const sent = JSON.parse((await request.text()) || '{}');
    const order = orders.get(Number(id));
    if (id !== '' && !order) return status(404);
    const stored = below === 'lines' ? lines : orders;
    const own = below === 'lines' ? lines.get(Number(lineId)) : order;
    if (lineId !== '' && (!own || own.above !== order?.id)) return status(404);
    if (below === 'send' && order) {
      order.value['status'] = 'sent';
      return Response.json(order.value);
    }
    if (request.method === 'GET') return Response.json(own?.value);
    if (below === 'lines' && !isOpen(order?.value['status'], request.method)) return status(409);
    if (request.method === 'DELETE') return status(stored.delete(own?.id ?? 0) ? 204 : 404);
    const value = { ...own?.value, ...sent, id: own?.id ?? ++last, ...(below !== 'lines' && { status: 'draft' }) };
    stored.set(value.id, { id: value.id, ...(order && { above: order.id }), value });
    return Response.json(value, { status: request.method === 'POST' ? 201 : 200 });
  };
}

async function found(isOpen: Parameters<typeof parcelsApp>[0], conflict?: string) {
  const options = { suites: ['stateful'], consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec: parcelsDocument(conflict), app: parcelsApp(isOpen), ...options });
  return findings
    .filter(({ check }) => check === 'conflict-is-rejected')
    .map(({ operation, message }) => `${operation}: ${message}`)
    .sort();
}

const WHAT = 'it is accepted although /status of the purchase-order is sent, which the document calls a conflict';

test('what is below a record in a state that forbids it is not added, changed or deleted', async () => {
  expect(await found(() => true)).toEqual([`addLine: ${WHAT}`, `changeLine: ${WHAT}`, `removeLine: ${WHAT}`]);
  expect(await found((state, method) => state === 'draft' || method === 'PATCH')).toEqual([`changeLine: ${WHAT}`]);
  expect(await found((state) => state === 'draft')).toEqual([]);
});

test('the mock rejects it', async () => {
  expect(await findingsOnMock(parcelsDocument())).toEqual([]);
});

test.each(['The lines cannot be changed.', 'The order is late.', 'Conflict.', 'The invoice is not a draft.'])(
  'nothing is claimed where the document does not say so: %s',
  async (conflict) => {
    expect(await found(() => true, conflict)).toEqual([]);
  },
);
