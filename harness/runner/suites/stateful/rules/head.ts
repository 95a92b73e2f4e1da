import { headerValues } from '../../../../core/http-response.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { eventually } from '../../../pool/eventually.ts';
import { isAccepted, isRejected, type Step, statusOf } from '../../../pool/journal.ts';
import type { Claim } from '../steps/claim.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Statuses of HEAD that say nothing about the record. */
const INCONCLUSIVE = new Set([401, 403, 405, 406, 408, 429]);

/** A service supports HEAD wherever it supports GET, documented or not; it changes nothing and shows what GET does (RFC 9110 section 9.3.2). */
export async function verifyHead(
  sequence: Sequence,
  subject: Subject,
  claim: Pick<Claim, 'purpose' | 'gone' | 'differs'>,
): Promise<void> {
  const head = await ask(sequence, subject, `ask for the headers of the ${sequence.type.name}`);
  const before = subject.seen;
  if (!head) return;
  const result = await sequence.verify('safe-changes-nothing', subject, 'read', { ...claim, steps: [head] });
  const after = subject.seen;
  if (result !== 'as expected' || !after) return;
  if (isDocumented(sequence) && isRejected(head) && !INCONCLUSIVE.has(head.response?.status ?? 0))
    return report(sequence, subject, [head, after.step], {
      message: `it rejects HEAD for ${withArticle(sequence.type.name)} that GET shows`,
      expected: `a success, as ${statusOf(after.step)} for GET`,
      actual: `status ${statusOf(head)}`,
    });
  const [own, first, last] = [tagOf(head), before && tagOf(before.step), tagOf(after.step)];
  if (!isAccepted(head) || own === undefined || first === undefined || first !== last || own === last) return;
  report(sequence, subject, [head, after.step], {
    message: `HEAD has another entity tag than GET`,
    expected: `ETag: ${last}`,
    actual: `ETag: ${own}`,
  });
}

/** What GET no longer finds, HEAD does not find either. */
export async function verifyHeadOfDeleted(sequence: Sequence, subject: Subject): Promise<void> {
  const { type, options } = sequence;
  if (!isDocumented(sequence)) return;
  const observe = () => ask(sequence, subject, `ask for the headers of the deleted ${type.name}`);
  const head = await eventually(options.consistencyMs, observe, (each) => !each || !isAccepted(each));
  if (!head || !isAccepted(head)) return;
  report(sequence, subject, [head], {
    message: `it accepts HEAD for ${withArticle(type.name)} that GET does not find`,
    expected: 'status 404 or 410',
    actual: `status ${statusOf(head)}`,
  });
}

function isDocumented(sequence: Sequence): boolean {
  return sequence.operations('head').some(({ scope }) => scope === 'item');
}

async function ask(sequence: Sequence, { record }: Subject, purpose: string): Promise<Step | undefined> {
  const [operation = sequence.reader] = sequence.operations('head').filter(({ scope }) => scope === 'item');
  const spec = operation && sequence.requestFor(operation, record);
  if (!spec) return undefined;
  const step = await sequence.journal.observe(operation.operation, spec, purpose, { method: 'HEAD' });
  if (operation.role === 'head') sequence.journal.record(step);
  return step;
}

function tagOf({ response }: Step): string | undefined {
  return response && headerValues(response, 'etag')[0];
}

function report(
  sequence: Sequence,
  { record }: Subject,
  steps: readonly [Step, ...Step[]],
  evidence: { readonly message: string; readonly expected: string; readonly actual: string },
): void {
  for (const step of steps) sequence.journal.record(step);
  sequence.report('head-matches-get', steps[0], { records: [record], steps, ...evidence });
}
