import { parsePointer } from '../../core/json/pointer.ts';
import type { ResourceModel, ResourceOperation, ResourceType } from './model.ts';
import { nameKey, words } from './names.ts';
import { withoutId } from './references/identifying.ts';

/** What a type that only reads shows: the records of another one, which that one's operations create. */
export interface SecondPath {
  readonly first: ResourceType;
  readonly creations: readonly ResourceOperation[];
  /** Its own name for the identifier. */
  readonly identifier: string;
}

/** Finds the type whose records another one shows at a second path: `GET /projects/{projectId}/issues/{issueId}` beside `POST /issues`. */
export function secondPathOf(model: ResourceModel, type: ResourceType): SecondPath | undefined {
  const [identifier, ...others] = type.identifiers;
  const first = model.types.find(({ name }) => name === identifier?.sameAs?.resource);
  const isReadOnly = type.operations.every(({ role }) => role === 'read' || role === 'list' || role === 'head');
  if (!first || !identifier || others.length > 0 || !isReadOnly || type.operations.length === 0) return undefined;
  const parent = model.types.find(({ name }) => name === type.parent);
  if (nameKey(first.words) !== nameKey(type.words) || (type.parent !== undefined && !parent)) return undefined;
  const isBound = new Set(identifier.bindings.filter(({ source }) => source !== 'list').map((each) => each.operation));
  const creations = first.operations.filter(
    (each) => each.role === 'create' && isBound.has(each.operation.id) && (!parent || namesParent(each, parent)),
  );
  return creations.length > 0 ? { first, creations, identifier: identifier.name } : undefined;
}

/** Whether a record that an operation creates is below the parent, one that can be read, which it has to name. */
function namesParent({ references, path }: ResourceOperation, { name, words: own, operations }: ResourceType): boolean {
  if (!operations.some(({ role, scope }) => role === 'read' && scope === 'item')) return false;
  if (path.some(({ resource }) => resource === name)) return true;
  const named = references.filter(({ resource }) => resource === name);
  const [only] = named;
  if (!only || named.length > 1 || !only.required || only.many) return false;
  return nameKey(withoutId(words(parsePointer(only.at).at(-1) ?? ''))) === nameKey(own);
}

/** Returns the model with the reads and lists of second paths as those of the type whose records they show. */
export function withoutSecondPaths(model: ResourceModel): ResourceModel {
  const firsts = new Map(
    model.types.flatMap((type) => {
      const found = secondPathOf(model, type);
      const [own] = found?.first.identifiers ?? [];
      return found && own ? [[type.name, { name: found.first.name, identifier: own.name }] as const] : [];
    }),
  );
  if (firsts.size === 0) return model;
  const nameOf = (name: string | undefined) => firsts.get(name ?? '')?.name ?? name;
  const named = <Each extends { readonly resource: string; readonly identifier: string }>(each: Each): Each => ({
    ...each,
    ...(firsts.has(each.resource) && {
      resource: firsts.get(each.resource)?.name,
      identifier: firsts.get(each.resource)?.identifier,
    }),
  });
  const operations = new Map(
    [...model.operations].map(([id, each]) => [
      id,
      { ...each, resource: nameOf(each.resource), path: each.path.map(named), references: each.references.map(named) },
    ]),
  );
  const types = model.types
    .filter(({ name }) => !firsts.has(name))
    .map((type) => ({
      ...type,
      parent: nameOf(type.parent),
      references: type.references.map(named),
      operations: [...operations.values()].filter(({ resource }) => resource === type.name),
    }));
  return { ...model, types, operations };
}
