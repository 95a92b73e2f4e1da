import { jsonEqual } from '../../../../core/json/equal.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { type RequestSpec, withPart } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { words } from '../../../../openapi/resources/names.ts';
import { isPagingParameter } from '../../../../openapi/resources/operations/paging.ts';
import { isSearchName, type Selector, selectorsOf } from '../../../../openapi/resources/operations/selectors.ts';
import { isListOfOwner } from '../steps/owner-lists.ts';
import { isNothing } from '../steps/same-value.ts';
import type { Sequence, Subject } from '../steps/sequence.ts';
import { comparisonOf } from './filter-comparison.ts';
import type { Choice } from './listing.ts';

/** Lists that have to be told a value of the records that they show, such as `GET /tasks?projectId=` or `GET /pets/findByStatus`. */
export function valueLists(sequence: Sequence): ResourceOperation[] {
  const { type, contract } = sequence;
  return sequence
    .operations('list')
    .filter((list) => list.operation.method === 'GET' && list.filtered && !isListOfOwner(type, list))
    .filter((list) => list.response?.items !== undefined && isOfType(sequence, list))
    .filter((list) => neededSelectors(sequence, list).every((by) => comparisonOf(contract.document, list, by)))
    .filter((list) => neededSelectors(sequence, list).length > 0);
}

/** The values by which such a list shows a record, as a read has shown them; undefined if one is not known. */
export function choicesFor(sequence: Sequence, list: ResourceOperation, { expected }: Subject): Choice[] | undefined {
  const { document, schemas } = sequence.contract;
  const needed = neededSelectors(sequence, list);
  const choices = needed.flatMap((by): Choice[] => {
    const pointer = comparisonOf(document, list, by)?.property.pointer;
    const shown = expected.find((each) => each.pointer === pointer && each.isShown);
    if (shown === undefined || by.schema === undefined || !isChoosable(shown.value)) return [];
    const isSent = (value: JsonValue) => schemas.accepts(by.schema ?? '', value, 'request');
    const value = [shown.value, [shown.value]].find(isSent);
    return value === undefined ? [] : [{ by, value }];
  });
  return choices.length === needed.length ? choices : undefined;
}

/** The request for the records that have the values of one; undefined if they are not known. */
export function requestByValues(
  sequence: Sequence,
  list: ResourceOperation,
  subject: Subject,
): RequestSpec | undefined {
  const choices = choicesFor(sequence, list, subject);
  const spec = choices && sequence.listRequest(list, subject.record);
  return spec && choices.reduce((next, { by, value }) => withPart(next, by, value), spec);
}

/** Whether such a list shows both records. */
export function haveSameValues(sequence: Sequence, list: ResourceOperation, one: Subject, other: Subject): boolean {
  const values = (subject: Subject) => choicesFor(sequence, list, subject)?.map(({ value }) => value);
  const [own, others] = [values(one), values(other)];
  return own !== undefined && others !== undefined && jsonEqual(own, others);
}

/** Texts and the like: an empty filter may select all. */
function isChoosable(value: JsonValue): boolean {
  return typeof value === 'boolean' || (!isNothing(value) && typeof value !== 'object');
}

/** Other paths may select by what their names say: `/orders/archived`. */
function isOfType({ type }: Sequence, { operation: { path } }: ResourceOperation): boolean {
  return path === type.collection || (path.startsWith(`${type.collection}/`) && isSearchName(lastSegment(path)));
}

/** What a request has to say, and what the path is named after: the status of `findByStatus`. */
function neededSelectors({ contract }: Sequence, { operation }: ResourceOperation): Selector[] {
  const named = new Set(isSearchName(lastSegment(operation.path)) ? words(lastSegment(operation.path)) : []);
  const required = operation.parameters.filter((each) => each.in === 'query' && each.required).map(({ name }) => name);
  return selectorsOf(contract.document, operation).filter(
    ({ in: place, name }) =>
      place === 'query' && !isPagingParameter(name) && (required.includes(name) || named.has(words(name).join(' '))),
  );
}

function lastSegment(path: string): string {
  return path.split('/').at(-1) ?? '';
}
