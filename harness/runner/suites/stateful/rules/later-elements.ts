import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { Selector } from '../../../../openapi/resources/operations/selectors.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import { isSameValue } from '../steps/same-value.ts';
import type { Sequence } from '../steps/sequence.ts';
import { comparisonOf, pointerOf } from './filter-comparison.ts';
import { type Listing, select } from './listing.ts';
import { findListed } from './lists.ts';

/** Choose values that no other record has. */
const VARIANTS = [171, 172];

/** A filter for what records have in a list, such as their tags, finds them by each element, not by the first alone. */
export async function verifyLaterElements(listing: Listing, selectors: readonly Selector[]): Promise<void> {
  const { sequence, operation } = listing;
  for (const by of selectors) {
    const found = comparisonOf(sequence.contract.document, operation, by);
    const pointer = found?.comparison === 'equal' ? pointerOf(operation, found.property) : '';
    if (pointer.endsWith('/*') && (await isMissed(listing, by, pointer.slice(0, -2)))) return;
  }
}

async function isMissed(listing: Listing, by: Selector, array: string): Promise<boolean> {
  const { sequence, operation, subject } = listing;
  const made = await createWithTwo(sequence, subject.record, array);
  const seen = made && (await sequence.read({ record: made, expected: [] }, `read the ${sequence.type.name}`));
  const shown = seen?.record === undefined ? undefined : getAt(seen.record, array);
  const [first, second] = Array.isArray(shown) ? shown : [];
  if (!made || typeof first !== 'string' || typeof second !== 'string' || isSameValue(first, second)) return false;
  const findBy = (value: JsonValue) =>
    select(listing, [{ by, value }], (listed) => findListed(made, listed) !== undefined);
  const isSent = by.schema !== undefined && sequence.contract.schemas.accepts(by.schema, second, 'request');
  const own = isSent ? await findBy(first) : undefined;
  const other = own && findListed(made, own) ? await findBy(second) : undefined;
  const last = other?.steps.at(-1);
  if (!own || !other?.isComplete || !last || findListed(made, other)) return false;
  sequence.report('list-follows-query', last, {
    records: [made],
    steps: [...own.steps, ...other.steps],
    message: `${operation.operation.id} finds a record by ${by.name}, but only by the first that it has`,
    expected: `the record by ${first} and by ${second}`,
    actual: `${other.records.length} others by ${second}`,
  });
  return true;
}

/** A record with an array of two texts; undefined if none can be created. */
async function createWithTwo(
  { contract, pool, type }: Sequence,
  record: LiveRecord,
  array: string,
): Promise<LiveRecord | undefined> {
  const { operation, request, scope } = record.origin;
  const at = `${request?.envelope ?? ''}${array}`;
  const [body, other] = VARIANTS.map((variant) => pool.candidates.body(operation, 'all', variant));
  const [first, second] = [body, other].map((each) => (each === undefined ? undefined : getAt(each, `${at}/0`)));
  if (body === undefined || scope !== 'collection' || typeof first !== 'string' || typeof second !== 'string')
    return undefined;
  const whole = replaceAt(body, at, [first, second]);
  if (!acceptsBody(contract, operation, whole)) return undefined;
  const made = await pool.create(type, { context: withoutSelf(record), body: whole });
  return 'problem' in made || made.step.response?.status === 202 ? undefined : made;
}
