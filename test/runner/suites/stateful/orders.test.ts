import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { type OrdersMistakes, ordersDocument, serveOrders } from './orders-service.ts';

async function found(mistakes: OrdersMistakes = {}, spec: object = ordersDocument, runs?: number): Promise<string[]> {
  const target = await serveOrders(mistakes);
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 60, runs });
  return findings.map(({ check, operation }) => `${operation} ${check}`);
}

test('a count of the page, lines that only their order shows, states and conflicts are no reason for findings', async () => {
  expect(await found()).toEqual([]);
});

let reads = 0;

const MISTAKES: readonly (readonly [finding: string, what: string, mistakes: OrdersMistakes])[] = [
  [
    'createOrders created-is-readable',
    'stores the first of several twice',
    { bulk: ([first = {}, ...rest]) => rest.map(() => first).concat(first) },
  ],
  ['createOrders created-is-readable', 'loses the last of several', { bulk: (sent) => sent.slice(0, -1) }],
  ['createOrders rejected-changes-nothing', 'stores the valid ones of several that it rejects', { isPartial: true }],
  [
    'createOrder rejected-changes-nothing',
    'stores an invalid order of a customer',
    { storesRejected: (isKnown) => isKnown },
  ],
  ['createOrder rejected-changes-nothing', 'stores an order of nobody', { storesRejected: (isKnown) => !isKnown }],
  ['readOrder created-is-listed', 'adds lines to the newest order', { owner: (orders, own) => orders.at(-1) ?? own }],
  ['readOrder created-is-listed', 'removes all lines with one', { removed: () => [] }],
  ['removeLine delete-removes', 'does not remove a line', { removed: ({ lines }) => lines }],
  [
    'shipOrder conflict-is-rejected',
    'ships what is not paid',
    { permits: (status, action) => action === 'ship' && status === 'draft' },
  ],
  [
    'shipOrder conflict-is-rejected',
    'ships what is shipped, which is the last state',
    { permits: (status, action) => action === 'ship' && status === 'shipped' },
  ],
  ['payOrder conflict-is-rejected', 'takes the money twice', { permits: (_, action) => action === 'pay' }],
  [
    'shipOrder action-is-visible',
    'does not ship what is paid',
    { acted: (order, action) => Object.assign(order, action === 'ship' ? { status: 'paid' } : {}) },
  ],
  ['deleteCustomer conflict-is-rejected', 'deletes customers with orders', { deletesCustomers: true }],
  ['payOrder action-is-visible', 'loses the tags with an action', { acted: ({ values }) => delete values['tags'] }],
  [
    'changeOrder patch-is-partial',
    'takes a change for the end of all actions',
    { changed: (order) => Object.assign(order, { status: 'draft' }) },
  ],
  [
    'changeOrder update-is-visible',
    'keeps the entity tag',
    { changed: (order, { tag }) => Object.assign(order, { tag }) },
  ],
  [
    'readOrder safe-changes-nothing',
    'sets the time of the last change with each read',
    { shown: (order) => Object.assign(order, { updatedAt: 1e6 + ++reads }) },
  ],
  [
    'createOrder write-only-is-hidden',
    'shows the pin',
    { extra: ({ values }) => ('pin' in values ? { pin: values['pin'] } : {}) },
  ],
  [
    'putPreferences update-is-visible',
    'takes 0 for nothing',
    { put: (before, sent) => ({ ...sent, limit: sent['limit'] || before['limit'] }) },
  ],
  [
    'putPreferences update-is-visible',
    'takes empty text for nothing',
    { put: (before, sent) => ({ ...sent, motto: sent['motto'] || before['motto'] }) },
  ],
];

test.each(MISTAKES)('%s: a service that %s', async (finding, _, mistakes) => {
  // The systematic sequences are enough.
  expect(await found(mistakes, ordersDocument, 0)).toContain(finding);
});

/** The same document with actions such as `/orders/{orderId}:pay`. */
const withColons = {
  ...ordersDocument,
  paths: Object.fromEntries(
    Object.entries(ordersDocument.paths).map(([path, item]) => [path.replace(/\}\/(pay|ship)$/, '}:$1'), item]),
  ),
};

test('an action behind a colon is one of its name', async () => {
  expect(await found({}, withColons)).toEqual([]);
  const mistakes: OrdersMistakes = {
    acted: (order, action) => Object.assign(order, action === 'ship' ? { status: 'paid' } : {}),
  };
  expect(await found(mistakes, withColons)).toEqual(['shipOrder action-is-visible']);
});

test('an order of nobody is rejected, if the document says so', async () => {
  const { post, ...others } = ordersDocument.paths['/orders'];
  const rejection = { ...post.responses[404], description: 'Unknown customer' };
  const saying = {
    ...ordersDocument,
    paths: {
      ...ordersDocument.paths,
      '/orders': { ...others, post: { ...post, responses: { ...post.responses, 404: rejection } } },
    },
  };
  const mistakes: OrdersMistakes = { takesUnknown: true };
  expect(await found({}, saying)).toEqual([]);
  expect(await found(mistakes)).toEqual([]);
  expect(await found(mistakes, saying)).toEqual(['createOrder conflict-is-rejected']);
});
