import { getAt, replaceAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { Reference, ResourceOperation } from '../../../../openapi/resources/model.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';

/** Chooses values that no other record has. */
const VARIANT = 62;
const FIRST = 97;
const LINES = [FIRST, 98, 99];

/** A record that names several others, such as the labels of an issue or the products of its lines, is created so, where one may be all that is stored. */
export async function verifySeveralReferences(sequence: Sequence, { record }: Subject): Promise<void> {
  const context = withoutSelf(record);
  const lists = new Map<string, JsonValue[]>();
  const named = record.origin.references.filter((each) => each.in === 'body' && each.many);
  for (const each of named.filter(({ at }) => at.endsWith('/*'))) {
    const both = await identifiersOf(sequence, context, each, 2);
    if (both.length > 1) lists.set(each.at.slice(0, -2), both);
  }
  if (lists.size > 0) await createSubject(sequence, { context, variant: VARIANT, lists });
  for (const reference of named) {
    const [array = '', at = '', ...deeper] = reference.at.split('/*');
    // Of two records that a line names, the others would have to fit.
    const isAlone = named.filter((each) => each.at.startsWith(`${array}/*`)).length === 1;
    if (at === '' || deeper.length > 0 || !isAlone) continue;
    const lines = await linesOf(sequence, context, record.origin, { reference, array, at });
    if (lines.length > 1) await createSubject(sequence, { context, variant: FIRST, lists: new Map([[array, lines]]) });
  }
}

/** Those of the record that is there for a reference and of new ones, each once. */
async function identifiersOf(
  { pool }: Sequence,
  context: ReadonlyMap<string, LiveRecord>,
  { resource, identifier }: Reference,
  count: number,
): Promise<JsonValue[]> {
  const first = context.get(resource);
  const found = new Map<string, JsonValue>();
  for (let record = first; first && record && found.size < count; ) {
    const value = record.identifiers.get(identifier);
    if (value === undefined || found.has(String(value))) break;
    found.set(String(value), value);
    if (found.size === count) break;
    const next = await pool.create(first.type, { context: withoutSelf(first), isNamed: true });
    record = 'problem' in next ? undefined : next;
  }
  return [...found.values()];
}

/** Lines that each name another record, with values of their own. */
async function linesOf(
  sequence: Sequence,
  context: ReadonlyMap<string, LiveRecord>,
  operation: ResourceOperation,
  { reference, array, at }: { readonly reference: Reference; readonly array: string; readonly at: string },
): Promise<JsonValue[]> {
  const identifiers = await identifiersOf(sequence, context, reference, LINES.length);
  return identifiers.flatMap((identifier, index) => {
    const body = sequence.pool.candidates.body(operation.operation, 'all', LINES[index]);
    const line = getAt(body ?? null, `${array}/0`);
    return line === undefined || getAt(line, at) === undefined ? [] : [replaceAt(line, at, identifier)];
  });
}
