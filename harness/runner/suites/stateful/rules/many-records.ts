import { isNumber } from '../../../../core/json/decimal.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { successResponse } from '../../../../openapi/resources/representations/representation.ts';
import { effectiveSchema, firstKeyword } from '../../../../openapi/schema/effective-schema.ts';
import { schemasAt } from '../../../../openapi/schema/schemas-at.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import { sizeSelector } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { list, verifyListed } from './lists.ts';
import { verifyPages } from './paging.ts';

/** One more than pages have that nobody asked for, and than a service shows that forgets the rest. */
const MANY = 21;
/** So many are created to have more than a page whose size the document gives. */
const MAX_MANY = 31;
/** The first of those that choose values which no other record has. */
const VARIANT = 70;

/** A list is as long as there are records, or tells where the rest is. */
export async function verifyManyListed(sequence: Sequence, live: readonly Subject[]): Promise<void> {
  const [known] = live;
  const [operation] = sequence.lists;
  if (!known || !operation) return;
  const { record } = known;
  const { pool, type } = sequence;
  const listed = await list(sequence, operation, record, `count each ${type.name}`, () => true);
  if (!listed?.isComplete) return;
  const created: Subject[] = [];
  const many = Math.max(
    MANY,
    ...sequence.lists.map((each) => defaultSize(sequence, each) + 1).filter((size) => size <= MAX_MANY),
  );
  const wanted = Math.min(many, ...sequence.lists.map((each) => longest(sequence, each)));
  for (let count = listed.records.length; count < wanted; count++) {
    const made = await pool.create(type, { context: withoutSelf(record), variant: VARIANT + count });
    // Some services permit only so many, and one that is there later (202) is not listed now.
    if ('problem' in made || made.step.response?.status === 202) break;
    created.push({ record: made, expected: [] });
  }
  if (created.length === 0) return;
  await verifyListed(sequence, [...live, ...created], 'among many');
  // Three records fill but two pages of more than one.
  await verifyPages(sequence, known);
}

/** How many records a page has that nobody asked for, as the document says. */
function defaultSize({ contract }: Sequence, operation: ResourceOperation): number {
  const schema = sizeSelector(contract, operation)?.schema;
  const size = schema && firstKeyword(effectiveSchema(contract.document, schema, 'request'), 'default');
  return isNumber(size) ? Number(String(size)) : 0;
}

/** The length of a list that its schema permits, in one response. */
function longest({ contract: { document } }: Sequence, { operation, response }: ResourceOperation): number {
  const bodies = Object.values(successResponse(operation)?.content ?? {}).flatMap(({ schema }) => schema ?? []);
  const arrays = bodies.flatMap((whole) =>
    schemasAt(document, { whole, pointer: response?.items ?? '', direction: 'response' }),
  );
  const limits = arrays.map((array) => firstKeyword(effectiveSchema(document, array, 'response'), 'maxItems'));
  return Math.min(...limits.map((limit) => (isNumber(limit) ? Number(String(limit)) : Number.POSITIVE_INFINITY)));
}
