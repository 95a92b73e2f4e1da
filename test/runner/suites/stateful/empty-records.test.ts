import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';
import { emptyOrdersDocument } from './empty-orders-document.ts';

/** Orders with lines, which may have to be there for an order to be sent. */
function orders(isHeld: boolean): (call: Call) => Reply {
  const stored = new Map<string, JsonObject>();
  const isText = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= 40;
  const isLine = (line: unknown) => {
    const { article, count, ...others } = Object(line);
    const number = Number(String(count));
    const isCount = typeof count !== 'string' && Number.isInteger(number) && number > 0;
    return isText(article) && isCount && Object.keys(others).length === 0;
  };
  return ({ path, body }) => {
    const [, , own = '', action] = path.split('/');
    if (own === '') {
      const { note, lines = [], ...others } = body ?? {};
      const isValid = isText(note) && Array.isArray(lines) && lines.every(isLine) && Object.keys(others).length === 0;
      if (!isValid) return { status: 400 };
      const made = { id: crypto.randomUUID(), note: note ?? '', lines, status: 'draft' };
      stored.set(made.id, made);
      return { status: 201, body: made };
    }
    const found = stored.get(own);
    if (!found) return { status: 404 };
    if (action !== 'send') return { status: 200, body: found };
    if (found['status'] === 'sent' || (isHeld && Object(found['lines']).length === 0)) return { status: 409 };
    stored.set(own, { ...found, status: 'sent' });
    return { status: 200, body: stored.get(own) };
  };
}

test.each<[conflict: string, isHeld: boolean, checks: string[]]>([
  ['The order has no lines.', true, []],
  ['The order has no lines.', false, ['conflict-is-rejected']],
  ['The order is not a draft, has no line, or its customer is blocked.', false, ['conflict-is-rejected']],
  ['The order is empty.', false, ['conflict-is-rejected']],
  ['Only orders without lines are sent as they are.', false, []],
  ['The order can only be sent if it has no lines.', false, []],
  ['The basket is empty.', false, []],
])('an order with nothing in it is not sent where the document says so: %s', async (conflict, isHeld, checks) => {
  const target = await serveCalls(orders(isHeld));
  const spec = emptyOrdersDocument(conflict);
  const { findings } = await verify({ spec, target, suites: ['stateful'], runs: 0, consistency: 20 });
  expect(findings.map(({ check }) => check)).toEqual(checks);
});
