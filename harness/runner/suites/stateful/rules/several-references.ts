import type { JsonValue } from '../../../../core/model.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';

/** Chooses values that no other record has. */
const VARIANTS = { naming: 62 };

/** A record that names several others, such as the labels of an issue, is created with two, where one may be all that is stored. */
export async function verifySeveralReferences(sequence: Sequence, { record }: Subject): Promise<void> {
  const context = withoutSelf(record);
  const lists = new Map<string, JsonValue[]>();
  const named = record.origin.references.filter((each) => each.in === 'body' && each.many && each.at.endsWith('/*'));
  for (const { at, resource, identifier } of named) {
    const first = context.get(resource);
    const second = first && (await sequence.pool.create(first.type, { context: withoutSelf(first), isNamed: true }));
    if (!first || !second || 'problem' in second) continue;
    const both = [first, second].flatMap(({ identifiers }) => identifiers.get(identifier) ?? []);
    if (String(both[0]) !== String(both[1])) lists.set(at.slice(0, -2), both);
  }
  if (lists.size > 0) await createSubject(sequence, { context, variant: VARIANTS.naming, lists });
}
