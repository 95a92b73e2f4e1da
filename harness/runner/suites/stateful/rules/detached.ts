import { getAllAt, parsePointer } from '../../../../core/json/pointer.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import type { Reference, ResourceType } from '../../../../openapi/resources/model.ts';
import { isDetached } from '../../../../openapi/resources/prose/detached.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { Observation } from '../steps/observe.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { remove } from './deletion.ts';
import { observe } from './dependents.ts';

/** Chooses values that no other record has. */
const VARIANT = 141;

/** A record that is deleted is no longer named by others, where the document says so: `Deleting a tag removes it from all tasks`. */
export async function verifyDetached(sequence: Sequence, { record }: Subject): Promise<void> {
  const { contract, pool, type } = sequence;
  for (const dependent of pool.model.types) {
    const references = dependent.references.filter(
      ({ resource, in: place }) => resource === type.name && place === 'body',
    );
    if (dependent !== type && references.length > 0 && isDetached(contract.document, type, dependent))
      await verifyLetGo(sequence, withoutSelf(record), dependent, references);
  }
}

async function verifyLetGo(
  sequence: Sequence,
  around: LiveRecord['context'],
  dependent: ResourceType,
  references: readonly Reference[],
): Promise<void> {
  const { pool, type } = sequence;
  const named = await pool.create(type, { context: around, variant: VARIANT, isNamed: true });
  if ('problem' in named) return;
  const naming = await pool.create(dependent, { context: named.context });
  if ('problem' in naming) return;
  const namesIt = ({ record }: Observation) =>
    references.some(({ at, identifier }) =>
      getAllAt(record ?? null, parsePointer(at)).some(
        (value) => String(value) === String(named.identifiers.get(identifier)),
      ),
    );
  const before = await observe(sequence, naming, `read the ${dependent.name} that names it`, namesIt);
  if (!before || !namesIt(before)) return;
  const step = await remove(sequence, named, `delete the ${type.name} that ${withArticle(dependent.name)} names`);
  if (!step) return;
  const purpose = `read the ${dependent.name} after the deletion`;
  const seen = await observe(sequence, naming, purpose, (each) => each.record !== undefined && !namesIt(each));
  if (!seen || !namesIt(seen)) return;
  sequence.report('delete-removes', step, {
    records: [named, naming],
    steps: [before.step, step, seen.step],
    message: `${withArticle(dependent.name)} still names the ${type.name} that it deleted, which the document says is removed from it`,
    expected: `a ${dependent.name} without it`,
    actual: `${references.map(({ at }) => at).join(', ')}: ${[...named.identifiers.values()].map(String).join('/')}`,
  });
}
