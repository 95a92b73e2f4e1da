import type { PlanBinding } from './creation-plan.ts';
import type { ResourceOperation, ResourceType } from './model.ts';

/** A part of a request that must be bound. */
export interface Need extends Omit<PlanBinding, 'step'> {
  readonly resource: string;
}

export const PATH_NEED = { in: 'path', at: '', required: true } as const;

/**
 * What a request takes from other records, and what the client chooses.
 * @param created the type whose record the operation shall create: its own identifiers in the path are then chosen
 */
export function needsOf(operation: ResourceOperation, created?: ResourceType): { needs: Need[]; chosen: string[] } {
  const creates = created?.name ?? (operation.role === 'create' ? operation.resource : undefined);
  const isOwn = (resource: string) => creates !== undefined && resource === creates && operation.scope !== 'collection';
  const own = operation.path.filter(({ resource }) => isOwn(resource));
  const shared = own.flatMap(({ at, identifier }) => {
    const sameAs = created?.identifiers.find(({ name }) => name === identifier)?.sameAs;
    return sameAs ? [{ ...PATH_NEED, at, ...sameAs }] : [];
  });
  const inPath = operation.path
    .filter(({ resource }) => !isOwn(resource))
    .map((identifier) => ({ ...identifier, required: true }));
  const inBody =
    creates === undefined && operation.resource !== undefined
      ? operation.ownIdentifiers.map(({ identifier, pointer }) =>
          bodyNeed(pointer, operation.resource ?? '', identifier),
        )
      : [];
  const references = operation.references.map(({ in: place, at, resource, identifier, required, example }) => ({
    ...{ in: place, at, resource, identifier, required: required && example === undefined },
  }));
  const bound = new Set(shared.map(({ at }) => at));
  return {
    needs: [...inPath, ...shared, ...inBody, ...references],
    chosen: own.map(({ at }) => at).filter((at) => !bound.has(at)),
  };
}

function bodyNeed(at: string, resource: string, identifier: string): Need {
  return { in: 'body', at, resource, identifier, required: true };
}
