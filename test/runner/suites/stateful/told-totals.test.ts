import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { invoicesDocument } from './invoices-document.ts';
import { findingsOnMock } from './on-mock.ts';

interface Invoice {
  readonly id: string;
  readonly client: string;
  readonly amountCents: number;
  readonly dueCents: number;
  status: string;
  isDeleted?: boolean;
}
type Sum = (invoices: readonly Invoice[]) => number;

const dueOf = (invoices: readonly Invoice[]) => invoices.reduce((sum, { dueCents }) => sum + dueCents, 0);
const there = (invoices: readonly Invoice[]) => invoices.filter(({ isDeleted }) => !isDeleted);
const issued = (invoices: readonly Invoice[]) => invoices.filter(({ status }) => status === 'issued');

async function found(sum: Sum, words = 'Sum of what is due of issued invoices.'): Promise<string[]> {
  const clients = new Map<string, { id: string; name: string }>();
  const invoices: Invoice[] = [];
  const app = async (request: Request): Promise<Response> => {
    const [, , client = '', below, invoice, action] = new URL(request.url).pathname.split('/');
    const known = clients.get(client);
    const gone = new Response(null, { status: 404 });
    const show = (one: { id: string; name: string }) => ({
      ...one,
      openCents: sum(invoices.filter((each) => each.client === one.id)),
    });
    const sent = request.method === 'POST' && !action ? JSON.parse(await request.text()) : undefined;
    if (client === '') {
      if (!sent) return Response.json([...clients.values()].map(show));
      if (typeof sent.name !== 'string' || !/^.{2,40}$/su.test(sent.name)) return new Response(null, { status: 400 });
      const made = { id: crypto.randomUUID(), name: sent.name };
      clients.set(made.id, made);
      return Response.json(show(made), { status: 201 });
    }
    if (!known) return gone;
    if (below === undefined) {
      if (request.method !== 'DELETE') return Response.json(show(known));
      clients.delete(client);
      return new Response(null, { status: 204 });
    }
    const own = there(invoices).filter((each) => each.client === client);
    const shown = ({ client: _, isDeleted: __, ...rest }: Invoice) => rest;
    if (invoice === undefined) {
      if (!sent) return Response.json(own.map(shown));
      const { amountCents } = sent;
      if (!Number.isInteger(amountCents) || amountCents < 1 || amountCents > 1_000_000)
        return new Response(null, { status: 400 });
      const made = { id: crypto.randomUUID(), client, amountCents, dueCents: amountCents + 100, status: 'draft' };
      invoices.push(made);
      return Response.json(shown(made), { status: 201 });
    }
    const one = own.find((each) => each.id === invoice);
    if (!one) return gone;
    if (request.method === 'DELETE') {
      one.isDeleted = true;
      return new Response(null, { status: 204 });
    }
    if (action === 'issue') {
      if (one.status !== 'draft') return new Response(null, { status: 409 });
      one.status = 'issued';
    }
    return Response.json(shown(one));
  };
  const options = { suites: ['stateful'], seed: 1, consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec: invoicesDocument(words), app, ...options });
  return findings.map(({ check, operation }) => `${operation} ${check}`);
}

test('a sum over records in a state follows what is created, done and deleted below', async () => {
  expect(await found((all) => dueOf(issued(there(all))))).toEqual([]);
  expect(await found((all) => dueOf(there(all)))).toEqual(['createInvoice created-is-listed']);
  expect(await found(() => 0)).toEqual(['issueInvoice action-is-visible']);
  expect(await found((all) => dueOf(issued(all)))).toEqual(['deleteInvoice delete-removes']);
});

test('a sum of something else, or of which the document does not say of what, is not compared', async () => {
  for (const words of [
    'Sum of what is due of overdue invoices.',
    'Sum of the fees of issued invoices.',
    'Sum of what is due of issued orders.',
    'Sum of what is due of issued invoices in the last year.',
    'What is due.',
  ])
    expect(await found((all) => dueOf(there(all)), words), words).toEqual([]);
});

test('the mock keeps such sums and counts', async () => {
  for (const words of ['Sum of what is due of issued invoices.', 'Number of issued invoices'])
    expect(await findingsOnMock(invoicesDocument(words)), words).toEqual([]);
});
