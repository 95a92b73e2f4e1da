import { startMock } from '../../harness/index.ts';
import { contractOf, listOf, record } from '../openapi/resources/api.ts';
import { textBlock } from './blocks.ts';

const order = { $ref: '#/components/schemas/Order' };
const status = { type: 'string', enum: ['open', 'paid'] };
const time = { type: ['string', 'null'], format: 'date-time' };
const date = { type: 'string', format: 'date' };
const path = { id: { type: 'integer' } };
const counts = { type: 'object', additionalProperties: { type: 'integer' } };
const ORDERS = contractOf(
  {
    'GET /orders': { gives: listOf(order), query: { from: date, to: date, includeDeleted: { type: 'boolean' } } },
    'GET /orders/trash': { gives: listOf(order) },
    'GET /orders/summary': { gives: record({ total: 'integer', byStatus: counts }), query: { from: date } },
    'GET /orders/{id}': { gives: order, path, also: ['404'] },
    'DELETE /orders/{id}': { path, also: ['404'] },
    'POST /orders/{id}/restore': { gives: order, path, also: ['404'] },
  },
  { Order: record({ id: 'integer', status, placedAt: date, deletedAt: time }, ['id', 'status', 'placedAt']) },
);
const SEEDS = {
  order: [
    { id: 1, status: 'open', placedAt: '2026-03-02', deletedAt: null },
    { id: 2, status: 'paid', placedAt: '2026-03-20', deletedAt: null },
    { id: 3, status: 'open', placedAt: '2026-04-05', deletedAt: null },
  ],
};
const REQUESTS = [
  'GET /orders?from=2026-03-01&to=2026-03-15',
  'GET /orders/summary',
  'GET /orders/summary?from=2026-03-15',
  'DELETE /orders/2',
  'GET /orders/trash',
  'GET /orders/summary',
  'POST /orders/2/restore',
];

/** What the mock responds about dates, numbers and deleted records. */
export async function recordSamples(): Promise<string> {
  const mock = await startMock({ contract: ORDERS, seedData: SEEDS });
  try {
    const lines: string[] = [];
    for (const request of REQUESTS) {
      const [method = '', target = ''] = request.split(' ');
      const response = await fetch(mock.url + target, { method });
      const shown = `${response.status} ${await response.text()}`.trimEnd();
      lines.push(`${request}\n  ${shown.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-04-06T09:30:00.000Z')}`);
    }
    return textBlock(lines.join('\n'));
  } finally {
    await mock.close();
  }
}
