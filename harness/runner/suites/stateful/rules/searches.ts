import { isNumber } from '../../../../core/json/decimal.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import type { ResourceOperation, SchemaProperty } from '../../../../openapi/resources/model.ts';
import { withoutSelf } from '../../../pool/live-record.ts';
import type { ListedPages } from '../steps/pages.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { createSubject } from './creation.ts';
import { verifySelections } from './list-query.ts';
import { findListed, list } from './lists.ts';

/** Some services lose every third record. */
const TWINS = 3;

/** A POST that searches finds what exists, and what its body selects. */
export async function verifySearches(sequence: Sequence, main: Subject): Promise<void> {
  const operations = searchesOf(sequence);
  const all = [main];
  // Like the first one, so that a search has no reason to find some of them alone.
  while (operations.length > 0 && all.length <= TWINS) {
    const twin = await createSubject(sequence, { context: withoutSelf(main.record) });
    if (!twin) return;
    all.push(twin);
  }
  for (const each of operations) await verifySearch(sequence, each, main, all);
}

async function verifySearch(
  sequence: Sequence,
  operation: ResourceOperation,
  main: Subject,
  subjects: readonly Subject[],
): Promise<void> {
  const { name } = sequence.type;
  const spec = sequence.listRequest(operation, main.record);
  if (!spec) return;
  const isFound = ({ record }: Subject, listed: ListedPages) => findListed(record, listed) !== undefined;
  const areFound = (listed: ListedPages) => subjects.every((each) => isFound(each, listed));
  const all = await list(sequence, operation, main.record, `search for each ${name}`, areFound);
  const last = all?.steps.at(-1);
  const found = all && subjects.find((each) => isFound(each, all));
  // A search may find nothing unless it is asked for something.
  if (!all || !last || !found) return;
  sequence.searched.add(operation);
  if (areFound(all)) {
    await verifySelections(sequence, main, operation, spec);
    return;
  }
  const missing = subjects.find((each) => !isFound(each, all) && isAlike(sequence, found, each));
  if (!all.isComplete || !missing) return;
  sequence.report('created-is-listed', last, {
    records: [missing.record],
    steps: all.steps,
    message: `${withArticle(name)} that exists is not found, and one like it is`,
    expected: 'the record',
    actual: `${all.records.length} others`,
  });
}

/** Whether nothing that reads show can be why a search tells two records apart: neither a state nor a time, say. */
function isAlike({ reader }: Sequence, { seen: one }: Subject, { seen: other }: Subject): boolean {
  const [first, second] = [one?.record, other?.record];
  if (first === undefined || second === undefined) return false;
  const properties = (reader?.response?.properties ?? []).filter(({ pointer }) => !pointer.includes('/*'));
  return properties.every(
    (property) =>
      kindOf(getAt(first, property.pointer), property) === kindOf(getAt(second, property.pointer), property),
  );
}

/** What a search may go by: the values of lists and switches, and of others whether there is one, or which side of now or zero it is on. */
function kindOf(value: JsonValue | undefined, { enumerated, format = '' }: SchemaProperty): string {
  if (value === undefined || value === null || value === '') return 'none';
  if (enumerated || typeof value === 'boolean') return String(value);
  if (isNumber(value)) return String(Math.sign(Number(String(value))));
  if (format.startsWith('date')) return Date.parse(String(value)) > Date.now() ? 'later' : 'before';
  return Array.isArray(value) && value.length === 0 ? 'none' : 'some';
}

/** Requests that are no GET and read nonetheless: by what their body says. */
export function searchesOf(sequence: Sequence): ResourceOperation[] {
  return sequence
    .operations('list')
    .filter(({ operation: { method }, response }) => method === 'POST' && response?.items !== undefined);
}
