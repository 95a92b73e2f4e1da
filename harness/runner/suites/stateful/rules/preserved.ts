import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import { tellingValue } from '../../../../generate/values/telling-value.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { keepsTexts } from '../../../../openapi/resources/prose/kept-texts.ts';
import { isDone } from '../../../pool/journal.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import { type ExpectedProperty, findLosses } from '../steps/expected-properties.ts';
import type { ListedPages } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { findListed, list, listExpectations } from './lists.ts';

/** Chooses values that the other records have not had. */
const VARIANT = 23;

/** What a service may reject without a rule in its document: all of it, times with an offset, other scripts, long text. */
const KINDS = [
  { isLong: true, isUnicode: true, hasOffset: true },
  { isLong: true, isUnicode: true, hasOffset: false },
  { isLong: true, isUnicode: false, hasOffset: false },
  { isLong: false, isUnicode: true, hasOffset: false },
];

/** Long text, other scripts, decimals, times and several items are stored as they are sent, by a creation and by updates. */
export async function verifyPreserved(sequence: Sequence, { record: { origin }, record }: Subject): Promise<void> {
  const { type, pool, reader } = sequence;
  for (const kind of KINDS) {
    const body = tellingBody(sequence, origin, kind);
    if (body === undefined) return;
    const created = await pool.create(type, { by: origin, body, context: withoutSelf(record) });
    if ('problem' in created) continue;
    const subject = { record: created, expected: [] };
    if (!reader) return verifyKeptInLists(sequence, subject);
    const sent = sequence.expectedOf(origin, created.sent);
    await verifyKept(sequence, subject, created.step, 'created-is-readable', sent);
    for (const operation of sequence.operations('update', 'patch').filter(({ patch }) => patch !== 'json-patch'))
      await verifyUpdate(sequence, subject, operation, kind);
    return;
  }
}

function tellingBody(
  { pool, contract, journal }: Sequence,
  operation: ResourceOperation,
  kind: (typeof KINDS)[number],
): JsonValue | undefined {
  const schema = requestMediaType(operation.operation)?.schema;
  const body = pool.candidates.body(operation.operation, 'all', VARIANT);
  if (schema === undefined || body === undefined) return undefined;
  const telling = tellingValue(contract, schema, body, { ...kind, word: () => journal.unique.word() });
  return contract.schemas.accepts(schema, telling, 'request') ? telling : undefined;
}

async function verifyUpdate(
  sequence: Sequence,
  subject: Subject,
  operation: ResourceOperation,
  kind: (typeof KINDS)[number],
): Promise<void> {
  const body = tellingBody(sequence, operation, kind);
  const spec = body === undefined ? undefined : sequence.requestFor(operation, subject.record, body);
  if (!spec) return;
  const purpose = `change the ${sequence.type.name} to values that are easily lost`;
  const step = await sequence.change(operation, subject.record, spec, purpose);
  if (!isDone(step)) return;
  await verifyKept(sequence, subject, step, 'update-is-visible', sequence.expectedOf(operation, spec.body));
}

/** A read shows what was sent, letter by letter but for white space around it. */
async function verifyKept(
  sequence: Sequence,
  subject: Subject,
  step: Subject['record']['step'],
  check: 'created-is-readable' | 'update-is-visible',
  sent: readonly ExpectedProperty[],
): Promise<void> {
  const { name } = sequence.type;
  const isExact = keepsTexts(sequence.contract);
  const lossesOf = (shown: JsonValue) => sequence.besideIdentity(subject.record, findLosses(shown, sent, isExact));
  const seen = await sequence.read(
    subject,
    `read the ${name} with values that are easily lost`,
    ({ record }) => record !== undefined && lossesOf(record).length === 0,
    sequence.limitFor(check, step.operation),
  );
  const differences = seen?.record === undefined ? [] : lossesOf(seen.record);
  if (!seen || differences.length === 0) return;
  const message = lostIn(name);
  sequence.report(check, step, { records: [subject.record], steps: [step, seen.step], message, differences });
}

function lostIn(name: string): string {
  return `the ${name} has lost a part of what was sent`;
}

/** The same of records that are listed alone, such as tags. */
async function verifyKeptInLists(sequence: Sequence, subject: Subject): Promise<void> {
  const { contract, type, lists } = sequence;
  const { record } = subject;
  const isExact = keepsTexts(contract);
  for (const operation of lists) {
    const sent = listExpectations(sequence, operation, subject);
    const lossesIn = (listed: ListedPages) => {
      const item = findListed(record, listed)?.item;
      const shown = item === undefined ? undefined : getAt(item, operation.response?.envelope ?? '');
      return shown === undefined ? [] : findLosses(shown, sent, isExact);
    };
    const purpose = `list the ${type.name} with values that are easily lost`;
    const listed = await list(sequence, operation, record, purpose, (each) => lossesIn(each).length === 0);
    const differences = listed ? lossesIn(listed) : [];
    if (!listed || differences.length === 0) continue;
    const message = lostIn(type.name);
    const steps = [record.step, ...listed.steps];
    sequence.report('created-is-listed', record.step, { records: [record], steps, message, differences });
  }
}
