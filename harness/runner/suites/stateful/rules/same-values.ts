import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import { toldUnique } from '../../../../openapi/resources/prose/uniqueness.ts';
import { isAccepted } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifyUntouched } from './untouched.ts';

/** Chooses values that no other record has. */
const VARIANTS = { first: 57, second: 58 };

/** A new record with the texts of another one, save for those that must be unique, takes nothing from it. */
export async function verifySameValues(sequence: Sequence, { record }: Subject): Promise<void> {
  const { type, journal, pool } = sequence;
  const { origin } = record;
  if (origin.scope !== 'collection' || origin.ownIdentifiers.length > 0) return;
  const context = withoutSelf(record);
  const first = await createSubject(sequence, { context, variant: VARIANTS.first });
  const body = first && withTextsOf(sequence, first.record);
  const spec = body === undefined ? undefined : sequence.requestFor(origin, { ...record, context }, body);
  if (!first || !spec) return;
  const purpose = `create ${withArticle(type.name)} with texts of another`;
  const step = await journal.send(origin.operation, spec, purpose);
  if (isAccepted(step)) pool.registry.createdRecord(type, origin, step, context);
  // A 200 may say that the record was there before, and has been changed.
  if (step.response?.status === 201)
    await verifyUntouched(sequence, first, step, 'the creation of another with texts of it');
}

/** A new body with the texts of a record; undefined if there are none, or the schema does not permit them. */
function withTextsOf({ contract, pool }: Sequence, { origin, sent }: LiveRecord): JsonValue | undefined {
  const { operation, request } = origin;
  const own = new Set(toldUnique(contract, origin).map((name) => `/${name}`));
  const body = pool.candidates.body(operation, 'all', VARIANTS.second);
  const schema = requestMediaType(operation)?.schema;
  if (!request || body === undefined || schema === undefined) return undefined;
  const texts = request.properties
    .filter(({ pointer, enumerated }) => !enumerated && !own.has(pointer) && !pointer.includes('/*'))
    .map(({ pointer }) => request.envelope + pointer)
    .filter((pointer) => typeof getAt(sent ?? null, pointer) === 'string' && typeof getAt(body, pointer) === 'string');
  const changed = texts.reduce<JsonValue>(
    (whole, pointer) => replaceAt(whole, pointer, getAt(sent ?? null, pointer) ?? null),
    body,
  );
  return texts.length > 0 && contract.schemas.accepts(schema, changed, 'request') ? changed : undefined;
}
