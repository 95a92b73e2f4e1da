import type { Reference, ResourceOperation } from '../model.ts';

/** The references by which the body of a request has to name one record each. */
export function requiredInBody({ references }: Pick<ResourceOperation, 'references'>): Reference[] {
  return references.filter(({ in: place, required, many }) => place === 'body' && required && !many);
}
