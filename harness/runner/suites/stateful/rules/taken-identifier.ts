import { replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { listsStatus } from '../../../../core/operation.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import { isAccepted, isDone, isRejected } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { shownProperties } from '../steps/expected-properties.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { verifyUnchanged } from './rejections.ts';
import { verifyUntouched } from './untouched.ts';

/** Chooses values that no other record has. */
const VARIANT = 47;

/** A creation with the identifier of another record, which the document calls a conflict, leaves that one as it is. */
export async function verifyTakenIdentifier(sequence: Sequence, subject: Subject): Promise<void> {
  const { type, reader } = sequence;
  const { origin } = subject.record;
  const body = bodyWithIdentifiers(sequence, subject.record, VARIANT);
  const isConflict = listsStatus(origin.operation, 409);
  if (!reader || body === undefined || !isConflict) return;
  const seen = await sequence.read({ ...subject, expected: [] }, `read the ${type.name}`);
  const context = withoutSelf(subject.record);
  const spec = sequence.requestFor(origin, { ...subject.record, context }, body);
  if (!spec || seen?.record === undefined) return;
  const before = subject.expected;
  subject.expected = shownProperties(seen.record, type, reader);
  const purpose = `create ${withArticle(type.name)} with the identifier of another`;
  const step = await sequence.journal.send(origin.operation, spec, purpose);
  if (isAccepted(step)) sequence.pool.registry.createdRecord(type, origin, step, context);
  if (isRejected(step)) await verifyUnchanged(sequence, subject, step);
  else if (isDone(step)) await verifyUntouched(sequence, subject, step, 'the creation of another with its identifier');
  subject.expected = before;
}

/** A body of the creation with new values and the identifiers of a record; undefined if the client does not choose them in the body. */
export function bodyWithIdentifiers(
  { pool, contract }: Sequence,
  { origin, identifiers }: LiveRecord,
  variant: number,
): JsonValue | undefined {
  const { operation, ownIdentifiers, scope } = origin;
  const body = pool.candidates.body(operation, 'all', variant);
  const schema = requestMediaType(operation)?.schema;
  if (scope !== 'collection' || ownIdentifiers.length === 0 || body === undefined || !schema) return undefined;
  const changed = ownIdentifiers.reduce((whole, { identifier, pointer }) => {
    const value = identifiers.get(identifier);
    return value === undefined ? whole : replaceAt(whole, pointer, value);
  }, body);
  return contract.schemas.accepts(schema, changed, 'request') ? changed : undefined;
}
