import { statefulFaults } from '../../fixtures/crud/bugs/stateful/index.ts';
import { type Bug, type CrudService, crudBugs, crudServices, type DocumentName } from '../../fixtures/crud/index.ts';
import { crudVariations } from '../../fixtures/crud/variations/index.ts';
import type { Variation } from '../../fixtures/crud/variations/variation.ts';
import { groupBy } from '../../harness/core/util/group-by.ts';
import { selection, WHOLE } from '../fleet.ts';

/** The rows tested on this service: every second one, on one of those that share a document, few on Express, which starts slowly. */
export function own<Row extends { readonly name: string }>(service: CrudService, rows: readonly Row[]): Row[] {
  const [first, second = first] = crudServices.filter(({ document }) => document === service.document);
  return selection(rows, 2).filter((_, index) => WHOLE || (index % 3 === 0 ? first : second) === service);
}

export const isStateful = ({ suites }: Bug): boolean => suites.includes('stateful');

const DOCUMENTS = [...new Set(crudServices.map(({ document }) => document))];

/** Whether a variation is tested with this document: each with one of those that permit it, in turn. */
export function isChosenVariation(variation: Variation, document: DocumentName): boolean {
  const { documents = DOCUMENTS } = variation;
  return WHOLE || documents[crudVariations.indexOf(variation) % documents.length] === document;
}

/** The fault that a bug plants with the records of one type: the longest name, because `second-put` ends as `put` does. */
function faultOf({ name }: Bug): string {
  const ids = statefulFaults.map(({ id }) => id).filter((id) => name.endsWith(`-${id}`));
  return ids.reduce((longest, id) => (id.length > longest.length ? id : longest), '');
}

/** One bug for each fault over several requests; with the records of which type, and so which document, differs from fault to fault. */
const chosen = new Set(
  [...groupBy(crudBugs.filter(isStateful), faultOf).values()].map((bugs, index) => bugs[index % bugs.length]),
);

export const isChosenBug = (bug: Bug): boolean => WHOLE || chosen.has(bug);
