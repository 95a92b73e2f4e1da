import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { folder } from '../../../openapi/documents.ts';
import { type PaymentsMistakes, paymentsDocument, servePayments } from './payments-service.ts';

async function verifyPayments(mistakes: PaymentsMistakes = {}) {
  const spec = `${folder({ 'openapi.json': JSON.stringify(paymentsDocument) })}/openapi.json`;
  const target = await servePayments(mistakes);
  return verify({ spec, target, suites: ['generated', 'stateful'], effort: 'quick', consistency: 60 });
}

test('a service of forms, updates by POST and references without `id` is verified', async () => {
  const { findings, operations } = await verifyPayments();
  expect(findings.map(({ operation, check, message }) => `${operation} ${check}: ${message}`)).toEqual([]);
  expect(operations.filter(({ verified }) => !verified)).toEqual([]);
});

const MISTAKES: readonly (readonly [finding: string, what: string, mistakes: PaymentsMistakes])[] = [
  ['createCustomer created-is-readable', 'loses a field of a form', { stored: ({ name, ...rest }) => rest }],
  ['updateCustomer update-is-visible', 'stores no update by POST', { updated: (before) => before }],
  ['blockCustomer action-is-visible', 'responds 204 to an action and does nothing', { blocksNobody: true }],
  ['deleteCustomer delete-removes', 'deletes nothing', { deletesNothing: true }],
  ['listInvoices list-follows-query', 'lists the invoices of other customers', { ignoresFilter: true }],
];

test.each(MISTAKES)('%s: a service that %s', async (finding, _, mistakes) => {
  const { findings } = await verifyPayments(mistakes);
  expect(findings.map(({ check, operation }) => `${operation} ${check}`)).toContain(finding);
});

test('an update by POST may leave what it does not have, or drop it', async () => {
  const { findings } = await verifyPayments({ updated: ({ id, isBlocked }, sent) => ({ id, isBlocked, ...sent }) });
  expect(findings).toEqual([]);
});

test('a read of another shape than the document says is one finding', async () => {
  const { findings } = await verifyPayments({ shown: (customer) => ({ customer }) });
  const found = new Set(findings.map(({ operation, check }) => `${operation} ${check}`));
  expect([...found]).toEqual(['getCustomer response-schema']);
});
