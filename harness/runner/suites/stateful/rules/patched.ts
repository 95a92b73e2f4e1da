import type { Step } from '../../../pool/journal.ts';
import type { Verified } from '../steps/claim.ts';
import { type ExpectedProperty, isSent, withExpected } from '../steps/expected-properties.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';

/** Verifies after a patch that the changed properties show their new values, and the others those from before. */
export async function verifyPatched(
  sequence: Sequence,
  subject: Subject,
  step: Step,
  changed: readonly ExpectedProperty[],
): Promise<Verified> {
  const { name, operations } = sequence.type;
  const { body = null } = step.spec;
  const writer = operations.find(({ operation }) => operation === step.operation);
  const pointers = new Set(changed.map(({ pointer }) => pointer));
  const others = subject.expected.filter(
    ({ pointer }) => !pointers.has(pointer) && !(writer && isSent(writer, body, pointer)),
  );
  subject.expected = changed;
  const gone = `the ${name} that it changed is no longer found`;
  const result = await sequence.verify('update-is-visible', subject, step, {
    purpose: `read the ${name} after the patch`,
    gone,
    differs: `the ${name} does not show the values that it was sent`,
  });
  const own = subject.expected;
  // Only a PATCH promises that what it does not have stays (RFC 5789 section 2).
  if (step.operation.method !== 'PATCH') return result;
  subject.expected = others;
  if (result === 'as expected')
    await sequence.verify('patch-is-partial', subject, step, {
      purpose: `read the rest of the ${name} after the patch`,
      gone,
      differs: `properties that are absent from a PATCH have changed`,
    });
  subject.expected = withExpected(subject.expected, own);
  return result;
}
