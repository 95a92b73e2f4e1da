import { matchDocumentedResponse } from '../../../../checks/response.ts';
import type { StatefulCheckId } from '../../../../core/check-ids.ts';
import type { ResourceType, Role } from '../../../../openapi/resources/model.ts';
import { sumsIn, toldSums } from '../../../../openapi/resources/prose/sums.ts';
import { bodyOf, isDone, type Step } from '../../../pool/journal.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import type { Sequence } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { perform } from './transitions.ts';

/** Chooses values that no other record has. */
const VARIANT = 93;

const CHECKS: Partial<Record<Role, StatefulCheckId>> = {
  create: 'created-is-readable',
  read: 'created-is-readable',
  update: 'update-is-visible',
  patch: 'update-is-visible',
  action: 'action-is-visible',
};

/** What responses show of the records that were created adds up as the document says in words: `subtotal minus discount`. */
export function verifyToldSums(sequence: Sequence): void {
  for (const record of sequence.pool.registry.created)
    for (const step of [record.step, ...record.changes]) verifyStep(sequence, record, step);
}

/** The same of a record with something in it, after each action: a voucher takes nothing off an empty basket. */
export async function verifySumsInside(sequence: Sequence): Promise<void> {
  const { pool, type, reader, contract } = sequence;
  const { types } = pool.model;
  const isInside = ({ parent, operations }: ResourceType) =>
    parent === type.name && operations.some(({ creates }) => creates);
  const inside = types.filter(isInside);
  if (inside.length === 0 || toldSums(contract, reader?.response?.schemas ?? [], types).length === 0) return;
  const subject = await createSubject(sequence, { variant: VARIANT });
  if (!subject) return;
  const { record } = subject;
  for (const each of [...inside, ...inside]) await pool.create(each, { context: record.context });
  for (const action of sequence.operations('action'))
    await perform(sequence, subject, action, `${action.operation.id} on the ${type.name} with something in it`);
  const seen = await sequence.read(subject, `read the ${type.name} with something in it`);
  if (seen) verifyStep(sequence, record, seen.step);
}

function verifyStep(sequence: Sequence, record: LiveRecord, step: Step): void {
  const { operations, types } = sequence.pool.model;
  const check = CHECKS[operations.get(step.operation.id)?.role ?? 'other'];
  const shown = isDone(step) ? bodyOf(step) : undefined;
  const { schema } = matchDocumentedResponse(step.exchange).mediaType ?? {};
  if (!check || schema === undefined || shown === undefined) return;
  for (const sum of toldSums(sequence.contract, [schema], types)) {
    const wrong = [...sumsIn(shown, sum)].find(({ expected, actual }) => expected !== actual);
    if (!wrong) continue;
    sequence.report(check, step, {
      records: [record],
      steps: [step],
      message: `${sum.pointer} is not what the document says: ${sum.text}`,
      expected: `${wrong.at}: ${wrong.expected}`,
      actual: `${wrong.at}: ${wrong.actual}`,
    });
    return;
  }
}
