import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { verify } from '../../../../harness/index.ts';
import { type Call, type Reply, serveCalls } from '../../establish/books.ts';
import { billsDocument } from './bills-document.ts';

const FROM: Readonly<Record<string, string>> = { send: 'draft', pay: 'sent' };
const TO: Readonly<Record<string, string>> = { send: 'sent', pay: 'paid', cancel: 'cancelled' };

/** Bills that are cancelled in some states. */
function bills(cancelled: readonly string[]): (call: Call) => Reply {
  const stored = new Map<string, JsonObject>();
  return ({ path, body }) => {
    const [, , own = '', action] = path.split('/');
    if (own === '') {
      const { name, ...others } = body ?? {};
      const isValid = typeof name === 'string' && name !== '' && name.length <= 40 && Object.keys(others).length === 0;
      if (!isValid) return { status: 400 };
      const made = { id: `b${stored.size}`, name, status: 'draft' };
      stored.set(made.id, made);
      return { status: 201, body: made };
    }
    const found = stored.get(own);
    if (!found) return { status: 404 };
    if (action === undefined) return { status: 200, body: found };
    const from = action === 'cancel' ? cancelled : [FROM[action]];
    if (!from.includes(String(found['status']))) return { status: 409 };
    stored.set(own, { ...found, status: TO[action] ?? '' });
    return { status: 200, body: stored.get(own) };
  };
}

const NO_LONGER = 'The bill can no longer be cancelled.';

test.each<[cancel: string, conflict: string, cancelled: string[], checks: string[]]>([
  ['Bills that are draft or sent can be cancelled.', NO_LONGER, ['draft', 'sent'], []],
  ['Bills that are draft or sent can be cancelled.', NO_LONGER, ['draft'], ['conflict-is-rejected']],
  ['Only draft or sent bills can be cancelled.', 'The bill is paid.', ['sent'], ['conflict-is-rejected']],
  ['Bills that are draft or sent can be cancelled.', NO_LONGER, [], []],
  ['Bills that are draft or sent can be cancelled.', 'The bill is paid, or it is locked.', ['draft'], []],
  ['Bills that are draft or sent can be cancelled. A day has to be left.', NO_LONGER, ['draft'], []],
  ['Bills that are draft or sent can be cancelled within a day.', NO_LONGER, ['draft'], []],
])(
  'what is possible in several states is a conflict in none of them: %s (%s)',
  async (cancel, conflict, cancelled, checks) => {
    const target = await serveCalls(bills(cancelled));
    const spec = billsDocument(cancel, conflict);
    const { findings } = await verify({ spec, target, suites: ['stateful'], runs: 0, consistency: 20 });
    expect(findings.map(({ check }) => check)).toEqual(checks);
  },
);
