import { tellsReplacement } from '../../../../openapi/resources/prose/replacement.ts';
import type { Unavailable } from '../../../pool/creation/plan-creation.ts';
import { isDone, type Step, statusOf } from '../../../pool/journal.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import type { Sequence } from '../steps/sequence.ts';

/** RFC 9110 section 9.3.4: a PUT of what is there already creates nothing, so that 201 says what is not so. */
export function verifyReplacementStatus(sequence: Sequence, record: LiveRecord, step: Step): void {
  const { type, contract } = sequence;
  if (!isDone(step) || step.response?.status !== 201 || !tellsReplacement(contract, step.operation)) return;
  sequence.report('put-replaces', step, {
    records: [record],
    steps: [step],
    message: `its response says that the ${type.name} was created, which was there before`,
    expected: 'the status that the document gives for a replacement',
    actual: `status ${statusOf(step)}`,
  });
}

/** A PUT that creates what is not there, as the document says in words, finds nothing that is missing (RFC 9110 section 9.3.4). */
export function reportNotCreated(sequence: Sequence, { step }: Unavailable): void {
  if (!step || !tellsReplacement(sequence.contract, step.operation)) return;
  const { operation, response } = step;
  if (response?.status !== 404 || operation.response(404)) return;
  const { name } = sequence.type;
  sequence.report('put-replaces', step, {
    records: [],
    steps: [step],
    message: `it finds no ${name} to replace, where the document has it create one`,
    expected: 'status 201',
    actual: `status ${statusOf(step)}`,
  });
}
