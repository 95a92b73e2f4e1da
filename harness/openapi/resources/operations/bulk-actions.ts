import type { Reference, ResourceOperation } from '../model.ts';
import { words } from '../names.ts';
import { actionWords } from './verbs.ts';

const DELETES = new Set(['delete', 'destroy', 'erase']);

/** Whether an operation may change several records that its request names, as `POST /books/bulk-delete`. */
export function actsOnSeveral({ role, scope }: Pick<ResourceOperation, 'role' | 'scope'>): boolean {
  return role === 'action' && scope !== 'item' && scope !== 'singleton';
}

/** The part of a request that has to name the records that a bulk action changes; undefined if it is none. */
export function bulkReference(operation: Omit<ResourceOperation, 'version'>): Reference | undefined {
  if (!actsOnSeveral(operation)) return undefined;
  const found = operation.references.filter(
    ({ resource, required, many }) => required && many && resource === operation.resource,
  );
  // `sku` identifies a product beside `productId`, which may be that of another system.
  return found.find(({ at, identifier }) => at.endsWith(`/${identifier}`)) ?? found[0];
}

/** Whether a bulk action is named like the deletion of the records that it names. */
export function deletesSeveral({ operation: { method, path, id } }: Pick<ResourceOperation, 'operation'>): boolean {
  return method === 'DELETE' || [...actionWords(path), ...words(id)].some((word) => DELETES.has(word));
}
