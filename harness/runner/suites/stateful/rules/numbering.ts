import { isNumber } from '../../../../core/json/decimal.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { type ToldNumbering, toldNumbering } from '../../../../openapi/resources/prose/numbering.ts';
import type { Step } from '../../../pool/journal.ts';
import { type LiveRecord, withoutSelf } from '../../../pool/live-record.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { remove } from './deletion.ts';
import { list } from './lists.ts';

/** Chooses values that no other record has. */
const VARIANT = 140;

interface Numbered {
  readonly record: LiveRecord;
  readonly number: number;
  /** The read that shows it. */
  readonly step: Step;
}

/** New records are numbered below each record above, where the document says from which number on: `numbered 1, 2, 3 within their project`. */
export async function verifyNumbering(sequence: Sequence, { record }: Subject): Promise<void> {
  const { contract, pool, type } = sequence;
  const told = toldNumbering(contract, type, pool.model.types);
  const above = told && record.context.get(told.resource);
  if (!told || !above?.isOwn) return;
  // A service may have reasons of its own for the first one.
  const tries = [await firstBelow(sequence, record, above, told), await firstBelow(sequence, record, above, told)];
  const [, first] = tries;
  if (!first) return;
  if (tries.every((each) => each !== undefined && each.number !== told.start)) {
    report(sequence, 'created-is-readable', [first], {
      message: `the first ${type.name} of ${withArticle(told.resource)} does not have the number that the document says`,
      expected: `${told.pointer} ${told.start}: ${told.text}`,
    });
    return;
  }
  await verifyNext(sequence, first, told);
}

async function verifyNext(sequence: Sequence, first: Numbered, told: ToldNumbering): Promise<void> {
  const { type } = sequence;
  const second = await createNumbered(sequence, first.record.context, told, VARIANT + 1);
  if (!second) return;
  if (second.number <= first.number) {
    report(sequence, 'created-is-readable', [first, second], {
      message: `a later ${type.name} does not have a greater number`,
      expected: `${told.pointer} ${first.number + 1}: ${told.text}`,
    });
    return;
  }
  const deletion = told.isNeverReused
    ? await remove(sequence, second.record, `delete the last ${type.name}`)
    : undefined;
  const third = deletion && (await createNumbered(sequence, first.record.context, told, VARIANT + 2));
  if (!deletion || third?.number !== second.number) return;
  report(sequence, 'identity-is-stable', [second, third], {
    message: `it gives ${withArticle(type.name)} the number of one that was deleted, which the document says it never does`,
    expected: `another ${told.pointer} than ${second.number}`,
  });
}

/** The first record of a new one above; undefined if that has others by itself, or it cannot be seen. */
async function firstBelow(
  sequence: Sequence,
  record: LiveRecord,
  above: LiveRecord,
  told: ToldNumbering,
): Promise<Numbered | undefined> {
  const { pool } = sequence;
  const parent = await pool.create(above.type, { context: withoutSelf(above), isNamed: true });
  if ('problem' in parent) return undefined;
  const context = new Map([...withoutSelf(record), ...parent.context]);
  const first = await createNumbered(sequence, context, told, VARIANT);
  const operation = sequence.lists.find(({ path }) => path.some(({ resource }) => resource === told.resource));
  const purpose = `list each ${sequence.type.name} of the new ${told.resource}`;
  const listed = first && operation && (await list(sequence, operation, first.record, purpose, () => true));
  return listed?.records.length === 1 ? first : undefined;
}

async function createNumbered(
  sequence: Sequence,
  context: LiveRecord['context'],
  { pointer }: ToldNumbering,
  variant: number,
): Promise<Numbered | undefined> {
  const { pool, type } = sequence;
  const record = await pool.create(type, { context, variant });
  if ('problem' in record || record.step.response?.status === 202) return undefined;
  const seen = await sequence.read({ record, expected: [] }, `read the number of the ${type.name}`);
  const number = seen?.record === undefined ? undefined : getAt(seen.record, pointer);
  return seen && number !== undefined && isNumber(number)
    ? { record, number: Number(String(number)), step: seen.step }
    : undefined;
}

function report(
  sequence: Sequence,
  check: 'created-is-readable' | 'identity-is-stable',
  numbered: readonly Numbered[],
  { message, expected }: { readonly message: string; readonly expected: string },
): void {
  const last = numbered.at(-1);
  if (!last) return;
  sequence.report(check, last.record.step, {
    records: numbered.map(({ record }) => record),
    steps: numbered.flatMap(({ record, step }) => [record.step, step]),
    message,
    expected,
    actual: numbered.map(({ number }) => String(number)).join(', then '),
  });
}
