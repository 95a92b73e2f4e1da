import { isObject } from '../../core/json/index.ts';
import { JsonPatchError } from '../../core/json/json-patch.ts';
import { getAt } from '../../core/json/pointer.ts';
import type { JsonValue, Parameter } from '../../core/model.ts';
import { listsStatus } from '../../core/operation.ts';
import type { ReceivedRequest, RequestProblem } from '../../core/received-request.ts';
import { withArticle } from '../../core/util/pluralize.ts';
import type { UploadedFile } from '../../openapi/body/uploaded-files.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { withEffect } from './action-effect.ts';
import { changeSeveral, declared, namedRecords } from './bulk-action.ts';
import { bulkRecords } from './bulk-creation.ts';
import { settled } from './child-counts.ts';
import { failedCondition } from './conditions/conditions.ts';
import { conflictOfState, conflictOfUse, conflictOfValues, conflictOfVersion, isBinding } from './conflicts.ts';
import { enterOwners } from './owners.ts';
import { changeBy, isJsonPatch } from './patched-value.ts';
import { pathName, type RecordPath, type StoredRecord } from './records/stored-record.ts';
import { findMissingReference } from './references.ts';
import { recordIn } from './sent-record.ts';
import { tellsCount } from './told-count.ts';
import type { Missing, World, WorldOperation } from './world.ts';

/** A valid request to an operation on records. */
export interface WorldRequest extends WorldOperation {
  readonly path: RecordPath;
  readonly parameters: ReadonlyMap<Parameter, JsonValue>;
  readonly body: JsonValue | undefined;
  /** Undefined if a backend has decided on its conditions. */
  readonly headers: ReceivedRequest['headers'] | undefined;
  /** Reads the files that it sends; undefined if they are not known. */
  readonly files?: (() => UploadedFile[]) | undefined;
}

/** What a response is about. */
export type Shown =
  | {
      readonly record: Pick<StoredRecord, 'value' | 'path'>;
      readonly stored: StoredRecord | undefined;
      readonly isNew: boolean;
    }
  | { readonly list: readonly StoredRecord[] }
  /** How many records there are. */
  | { readonly count: number }
  /** The response has nothing of the records. */
  | undefined;

/** What a request does; nothing is changed before {@link apply}. */
export interface Plan {
  /** Statuses that fit, best first; empty for any success. */
  readonly statuses: readonly number[];
  apply(): Shown;
}

/** Why a request cannot be fulfilled. */
export type Failure = { readonly missing: Missing } | { readonly problem: RequestProblem };

type Planner = (world: World, request: WorldRequest, contract: Contract) => Plan | Failure | undefined;

/** Plans what a request does. @returns undefined if the records have nothing to do with it */
export function planRequest(world: World, request: WorldRequest, contract: Contract): Plan | Failure | undefined {
  const { types, path, operation } = request;
  // A list whose path names no record above, such as `/issues` beside `/repos/{repo}/issues`, has those of all.
  const isOfAll = operation.role === 'list' && types.scopeOf(path) === undefined;
  if (isOfAll) world.enterAll(types);
  const missing = (isOfAll ? undefined : world.enter(types, path)) ?? enterOwners(world, request);
  if (missing) return { missing };
  const reference = world.options.strict ? findMissingReference(world, request) : undefined;
  if (reference) return { problem: reference };
  const planned = PLANNERS[operation.role](world, request, contract);
  const problem = planned && operation.scope !== 'collection' ? conditionProblem(request) : undefined;
  return problem ? { problem } : planned;
}

/** A condition of the request on the entity tag of its record, which is there by now if it is made up. */
function conditionProblem(request: WorldRequest): RequestProblem | undefined {
  const { types, operation, headers } = request;
  if (!headers || !types.shape.hasEntityTags || types.ignoresConditions) return undefined;
  const key = types.keyIn(withOwnIdentifiers(request));
  const record = key === undefined ? undefined : types.store.get(key);
  return failedCondition(operation.operation, headers, types, record);
}

const STATUSES = {
  created: [201, 200, 202],
  replaced: [200, 204, 202],
  deleted: [204, 200, 202],
} as const;

const read: Planner = (world, { types, path, operation }) => {
  if (operation.scope === 'collection') return undefined;
  const found = world.lookup(types, path);
  return 'isDeleted' in found ? { missing: found } : { statuses: [], apply: () => shown(found) };
};

const list: Planner = (world, { types, path }) =>
  types.type.singleton ? undefined : { statuses: [], apply: () => settled(world, types, types.within(path)) };

const create: Planner = (world, request, contract) => {
  const { types, path, operation, body } = request;
  const value = recordIn(body, operation.request?.envelope ?? '') ?? {};
  const key = types.keyIn(types.chosenPath(path, value));
  const known = key === undefined ? undefined : types.store.get(key);
  if (known && isBinding(world, known) && listsStatus(operation.operation, 409))
    return {
      problem: { status: 409, message: `there is ${withArticle(types.type.name)} with this identifier already` },
    };
  const problem = conflictOfValues(contract, world, request, value);
  if (problem) return { problem };
  const create = () => types.create({ value, origin: 'created', path, file: request.files?.()[0] });
  return { statuses: STATUSES.created, apply: () => shown(create(), !known) };
};

const update: Planner = (world, request, contract) => {
  const { types, operation, body } = request;
  const path = withOwnIdentifiers(request);
  const sent = isObject(body) ? body : undefined;
  const value = recordIn(sent, operation.request?.envelope ?? '');
  const key = types.keyIn(path);
  if (key === undefined) return undefined;
  if (sent && operation.creates && !types.store.get(key))
    return {
      statuses: STATUSES.created,
      apply: () => shown(types.create({ value: value ?? {}, origin: 'created', path }), true),
    };
  const found = world.lookup(types, path);
  if ('isDeleted' in found) return { missing: found };
  // Without its envelope, or in a media type that is not read, a body says nothing of the record.
  if (!sent || value === undefined) return { statuses: STATUSES.replaced, apply: () => shown(found) };
  const problem =
    conflictOfVersion(operation, types, found, sent) ?? conflictOfValues(contract, world, request, value, found);
  if (problem) return { problem };
  return { statuses: STATUSES.replaced, apply: () => shown(types.replace(found, value)) };
};

const patch: Planner = (world, request, contract) => {
  const { types, operation, body } = request;
  const found = world.lookup(types, withOwnIdentifiers(request));
  if ('isDeleted' in found) return { missing: found };
  const problem = conflictOfVersion(operation, types, found, body);
  if (problem) return { problem };
  const envelope = operation.request?.envelope ?? '';
  try {
    const changed = changeBy(operation, found.value, body, envelope);
    if (isJsonPatch(request) && isObject(changed) && types.isValid(found.value) && !types.isValid(changed))
      throw new JsonPatchError(`the ${types.type.words.join(' ')} would not be valid`);
    const taken = isObject(changed) ? conflictOfValues(contract, world, request, changed, found) : undefined;
    if (taken) return { problem: taken };
    return { statuses: STATUSES.replaced, apply: () => shown(types.change(found, changed)) };
  } catch (error) {
    if (!(error instanceof JsonPatchError)) throw error;
    // The document says nothing of a JSON Patch: the array is something else, and changes nothing that is known.
    if (!isJsonPatch(request)) return { statuses: STATUSES.replaced, apply: () => shown(found) };
    return { problem: { status: 422, message: `the patch cannot be applied: ${error.message}` } };
  }
};

const remove: Planner = (world, { types, path, operation }, contract) => {
  const found = world.lookup(types, path);
  if ('isDeleted' in found) return { missing: found };
  const args = [contract, world, operation, types, found] as const;
  const problem = conflictOfState(...args) ?? conflictOfUse(...args);
  if (problem) return { problem };
  return {
    statuses: STATUSES.deleted,
    apply: () => {
      world.remove(types, found);
      return { record: found, stored: undefined, isNew: false };
    },
  };
};

const action: Planner = (world, request, contract) => {
  const { types, path, operation, body } = request;
  const named = namedRecords(request);
  if (named) return changeSeveral(world, request, named);
  if (operation.scope === 'collection' && operation.operation.method === 'DELETE') return removeAll(world, request);
  if (types.keyIn(path) === undefined || operation.scope === 'collection') return createAll(request, contract);
  const found = world.lookup(types, path);
  if ('isDeleted' in found) return { missing: found };
  const problem = conflictOfState(contract, world, operation, types, found);
  if (problem) return { problem };
  const sent = recordIn(body, operation.request?.envelope ?? '');
  return {
    statuses: [],
    apply: () => {
      const changed = withEffect(contract, operation, types.shape, { ...found.value, ...declared(types, sent) });
      return shown(types.force(found, changed));
    },
  };
};

const other: Planner = (world, { types, path, operation }) => {
  if (types.keyIn(path) === undefined)
    return tellsCount(operation) ? { statuses: [], apply: () => ({ count: types.within(path).length }) } : undefined;
  const found = world.lookup(types, path);
  return 'isDeleted' in found ? { missing: found } : undefined;
};

const PLANNERS: Readonly<Record<ResourceOperation['role'], Planner>> = {
  read,
  head: read,
  list,
  create,
  update,
  patch,
  delete: remove,
  action,
  other,
};

function createAll(request: WorldRequest, contract: Contract): Plan | undefined {
  const { types, path } = request;
  const values = bulkRecords(contract, request);
  if (!values) return undefined;
  return {
    statuses: STATUSES.created,
    apply: () => ({ list: values.map((value) => types.create({ value, origin: 'created', path })) }),
  };
}

function removeAll(world: World, { types, path }: WorldRequest): Plan {
  return {
    statuses: STATUSES.deleted,
    apply: () => {
      for (const record of [...types.within(path)]) world.remove(types, record);
      return undefined;
    },
  };
}

function shown(record: StoredRecord, isNew = false): Shown {
  return { record, stored: record, isNew };
}

/** The path with the identifiers that the body has, for operations on a collection. */
function withOwnIdentifiers({ types, path, operation, body }: WorldRequest): RecordPath {
  const whole = new Map(path);
  for (const { identifier, pointer } of operation.ownIdentifiers) {
    const name = pathName(types.type.name, identifier);
    const value = body === undefined ? undefined : getAt(body, pointer);
    if (!whole.has(name) && value !== undefined && value !== null) whole.set(name, value);
  }
  return whole;
}
