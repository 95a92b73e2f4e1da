import { parsePointer } from '../../../../core/json/pointer.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { looksLikeIdentifier } from '../../../../generate/values/identifier-names.ts';
import { requiresCredentials } from '../../../../openapi/request/security.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isAccepted, isRejected, type Step } from '../../../pool/journal.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { ownTexts, shows, verifyNotStored, verifyUnchanged } from './rejections.ts';

/** Chooses values that no record has. */
const VARIANT = 33;

/** A creation, an update and a deletion that are rejected for want of credentials have no effect (RFC 9110 section 15.5.2). */
export async function verifyUnauthorized(sequence: Sequence, subject: Subject): Promise<void> {
  const { type, contract, pool } = sequence;
  const isGuarded = ({ operation }: ResourceOperation) => requiresCredentials(contract, operation);
  for (const operation of sequence.operations('update', 'patch', 'delete').filter(isGuarded)) {
    if (operation.patch === 'json-patch' || (operation.role === 'delete' && operation.scope !== 'item')) continue;
    const body = operation.request && pool.candidates.body(operation.operation, 'all', VARIANT);
    const spec = sequence.requestFor(operation, subject.record, body);
    if (!spec) continue;
    const { method } = operation.operation;
    const purpose = `${method} of the ${type.name} without credentials`;
    const step = await sequence.journal.sendWithoutCredentials(operation.operation, spec, purpose);
    if (isRejected(step)) await verifyUnchanged(sequence, subject, step);
    // Another suite reports that it is accepted.
    else subject.expected = [];
    if (isAccepted(step) && operation.role === 'delete') subject.record.isDeleted = true;
    if (subject.record.isDeleted) return;
  }
  if (isGuarded(subject.record.origin)) await verifyCreation(sequence, subject);
}

async function verifyCreation(sequence: Sequence, { record }: Subject): Promise<void> {
  const { type, pool, journal } = sequence;
  const { origin } = record;
  const [collection] = sequence.lists;
  const base = pool.candidates.base(origin.operation, []);
  const body = pool.candidates.body(origin.operation, 'all', VARIANT);
  if (!collection || !base || body === undefined || origin.scope !== 'collection') return;
  const spec = pool.request(origin, record, { ...base, body });
  if ('problem' in spec) return;
  const step: Step = await journal.sendWithoutCredentials(
    origin.operation,
    spec,
    `create ${withArticle(type.name)} without credentials`,
  );
  if (!isRejected(step)) return;
  // What names another record is that of several, and so may the example of a document be.
  const texts = ownTexts(sequence, origin, collection, body).filter(
    ({ pointer }) => !looksLikeIdentifier(parsePointer(pointer).at(-1) ?? ''),
  );
  await verifyNotStored(sequence, record, step, (item) => texts.some((text) => shows(item, text)));
}
