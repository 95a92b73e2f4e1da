import { jsonEqual } from '../../core/json/equal.ts';
import { getAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { listsStatus } from '../../core/operation.ts';
import type { RequestProblem } from '../../core/received-request.ts';
import { withArticle } from '../../core/util/pluralize.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Reference } from '../../openapi/resources/model.ts';
import { deletesTree, toldCycles, treeReference } from '../../openapi/resources/prose/trees.ts';
import type { WorldRequest } from './plan.ts';
import { pathName, type StoredRecord } from './records/stored-record.ts';
import type { RemovedRecord } from './trash.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

const STATUSES = [422, 409, 400];

/** A change that puts a record below itself, which the document calls an error in words. */
export function conflictOfTree(
  contract: Contract,
  { operation, types }: Pick<WorldRequest, 'operation' | 'types'>,
  record: StoredRecord,
  changed: JsonObject,
): RequestProblem | undefined {
  const { type, ignoresConditions } = types;
  const reference = ignoresConditions ? undefined : treeReference(type, operation);
  const told = reference && toldCycles(contract, operation, reference.at);
  if (!reference || !told) return undefined;
  const at = reference.at.slice(operation.request?.envelope.length ?? 0);
  const own = identifierOf(types, reference, record);
  const seen = new Set<JsonValue>();
  let above = getAt(changed, at) ?? null;
  if (isSame(above, own) && !told.isItself) return undefined;
  while (above !== null && !seen.has(above)) {
    if (isSame(above, own)) {
      const status = told.status ?? STATUSES.find((each) => listsStatus(operation.operation, each)) ?? 422;
      return { status, message: `${withArticle(type.words.join(' '))} cannot be below itself` };
    }
    if (!told.isBelow) return undefined;
    seen.add(above);
    above = getAt(namedBy(types, reference, above)?.value ?? {}, at) ?? null;
  }
  return undefined;
}

/** Removes what is below a record of the same type, where the document says that its deletion does. @returns all that was removed */
export function removeTree(world: World, types: TypeWorld, record: StoredRecord): RemovedRecord[] {
  const { type, staysNamed } = types;
  const deletion = type.operations.find(({ role, scope }) => role === 'delete' && scope === 'item');
  const creation = type.operations.find((each) => each.creates && treeReference(type, each));
  const reference = creation && treeReference(type, creation);
  const isTold = deletion && deletesTree(world.contract.document, deletion.operation, type);
  if (!reference || !isTold || staysNamed) return [];
  const at = reference.at.slice(creation.request?.envelope.length ?? 0);
  const own = identifierOf(types, reference, record);
  const below = types.store.list().filter(({ value }) => isSame(getAt(value, at) ?? null, own));
  return below.flatMap((each) => (types.store.get(each.key) === each ? world.remove(types, each) : []));
}

function namedBy(types: TypeWorld, reference: Reference, named: JsonValue): StoredRecord | undefined {
  return types.store.list().find((each) => isSame(identifierOf(types, reference, each), named));
}

function identifierOf({ type }: TypeWorld, { identifier }: Reference, { path }: StoredRecord): JsonValue {
  return path.get(pathName(type.name, identifier)) ?? null;
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  return one !== null && other !== null && (jsonEqual(one, other) || String(one) === String(other));
}
