import { isObject } from '../../core/json/index.ts';
import { JsonPatchError } from '../../core/json/json-patch.ts';
import { getAt, parsePointer, replaceAt } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { listsStatus } from '../../core/operation.ts';
import type { RequestProblem } from '../../core/received-request.ts';
import { withArticle } from '../../core/util/pluralize.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { authorValues } from './accounts/authorship.ts';
import { ownList } from './accounts/own-list.ts';
import { action, createAll } from './action-plan.ts';
import { settled } from './child-counts.ts';
import { failedCondition } from './conditions/conditions.ts';
import { conflictOfSender } from './conflict-of-sender.ts';
import {
  conflictOfNamed,
  conflictOfState,
  conflictOfUse,
  conflictOfValues,
  conflictOfVersion,
  isBinding,
} from './conflicts.ts';
import { embedNamed } from './embedded-records.ts';
import { conflictOfEmptyNamed, takenLines } from './lines.ts';
import { withNamedObjects } from './named-objects.ts';
import { conflictOfOverlap, errorOfDates } from './overlaps.ts';
import { belowAbove, enterAbove, placedBelow } from './own-children.ts';
import { enterOwners, ownedBy } from './owners.ts';
import { brokenBy, changeBy, isJsonPatch } from './patched-value.ts';
import { type Failure, type Plan, type Planner, STATUSES, shown, type WorldRequest } from './plan.ts';
import { withAttributes } from './records/flat-attributes.ts';
import { pathName, type RecordPath } from './records/stored-record.ts';
import { findMissingReference } from './references.ts';
import { storeChildren } from './sent-children.ts';
import { recordIn } from './sent-record.ts';
import { inToldForms } from './text-forms.ts';
import { withTold } from './told-effects.ts';
import { conflictAfterAction, conflictOfChange } from './told-transitions.ts';
import { listedRecords } from './trash.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/** Plans what a request does. @returns undefined if the records have nothing to do with it */
export function planRequest(world: World, sent: WorldRequest, contract: Contract): Plan | Failure | undefined {
  const { types, path, operation } = sent;
  // A list whose path names no record above, such as `/issues` beside `/repos/{repo}/issues`, has those of all.
  const isOfAll = operation.role === 'list' && types.paths.scopeOf(path) === undefined;
  if (isOfAll) world.finder.enterAll(types);
  const missing = (isOfAll ? undefined : world.finder.enter(types, path)) ?? enterOwners(world, sent);
  if (missing) return { missing };
  const request = enterAbove(world, sent);
  if ('isDeleted' in request) return { missing: request };
  const reference = world.options.strict ? findMissingReference(world, request) : undefined;
  if (reference) return { problem: reference };
  const planned = PLANNERS[operation.role](world, request, contract);
  const problem = planned && operation.scope !== 'collection' ? conditionProblem(request) : undefined;
  if (problem) return { problem };
  if (!planned || !('apply' in planned)) return planned;
  return showingAbove(world, request, withTold(world, request, contract, planned));
}

/** A change of a record whose response is the one above it, as that is then: the cart with its new item. */
function showingAbove(world: World, { operation, path }: WorldRequest, planned: Plan): Plan {
  const above = operation.role === 'action' ? undefined : world.type(operation.gives ?? '');
  if (!above?.isPrepared) return planned;
  return {
    ...planned,
    apply: () => {
      planned.apply();
      const found = world.finder.lookup(above, path);
      return 'isDeleted' in found ? undefined : { record: found, stored: found, isNew: false, types: above };
    },
  };
}

/** A condition of the request on the entity tag of its record, which is there by now if it is made up. */
function conditionProblem(request: WorldRequest): RequestProblem | undefined {
  const { types, operation, headers } = request;
  if (!headers || !types.shape.hasEntityTags || types.ignoresConditions) return undefined;
  const key = types.paths.keyIn(withOwnIdentifiers(request));
  const record = key === undefined ? undefined : types.store.get(key);
  return failedCondition(operation.operation, headers, types, record);
}

const read: Planner = (world, { types, path, operation }) => {
  if (operation.scope === 'collection') return undefined;
  const found = world.finder.lookup(types, path);
  if ('isDeleted' in found) return { missing: found };
  // A made-up one is where it is asked for.
  const isElsewhere = found.origin === 'created' && ownedBy([found], types.owners, path).length === 0;
  if (isElsewhere) return { missing: { type: types.type, isDeleted: false } };
  return { statuses: [], apply: () => shown(found) };
};

const list: Planner = (world, request, contract) => {
  const { types, above } = request;
  if (types.type.singleton) return undefined;
  const listed = () => (above ? belowAbove(listedRecords(request), above) : listedRecords(request));
  const apply = () => {
    const { list: shownList, owner } = ownList(world, request, contract, listed());
    return { ...settled(world, types, shownList), owner };
  };
  return { statuses: [], apply };
};

const create: Planner = (world, request, contract) => {
  const { types, path, operation } = request;
  const several = operation.scope === 'collection' ? createAll(world, request, contract) : undefined;
  if (several) return several;
  const value = inToldForms(contract, types.type, recordIn(sentBody(request), operation.request?.envelope ?? '') ?? {});
  const key = types.paths.keyIn(types.chosenPath(path, value));
  const known = key === undefined ? undefined : types.store.get(key);
  if (known && isBinding(world, known) && listsStatus(operation.operation, 409))
    return {
      problem: { status: 409, message: `there is ${withArticle(types.type.name)} with this identifier already` },
    };
  const problem =
    conflictOfValues(contract, world, request, value) ??
    conflictOfSender(contract, world, request) ??
    conflictOfNamed(contract, world, request) ??
    conflictOfEmptyNamed(contract, world, request) ??
    errorOfDates(contract, request, value) ??
    conflictOfOverlap(contract, world, request, value);
  if (problem) return { problem };
  const placed = request.above && placedBelow(request.above);
  const create = () => {
    const whole = { ...takenLines(world, request), ...withNamedObjects(world, request, value) };
    const authors = authorValues(world, request, types, whole);
    const file = request.files?.()[0];
    const record = types.create({
      value: whole,
      origin: 'created',
      path,
      placed: [...authors, ...(placed ?? [])],
      file,
    });
    return storeChildren(world, types, operation, embedNamed(world, types, operation, record, value), value);
  };
  return { statuses: STATUSES.created, apply: () => shown(create(), !known) };
};

const update: Planner = (world, request, contract) => {
  const { types, operation } = request;
  const path = withOwnIdentifiers(request);
  const body = sentBody(request);
  const sent = isObject(body) ? body : undefined;
  const value = inToldForms(contract, types.type, recordIn(sent, operation.request?.envelope ?? ''));
  const key = types.paths.keyIn(path);
  if (key === undefined) return undefined;
  if (operation.creates && !types.store.get(key))
    return {
      statuses: STATUSES.created,
      apply: () => {
        const placed = authorValues(world, request, types, value ?? {});
        const record = types.create({ value: value ?? {}, origin: 'created', path, placed });
        return shown(storeChildren(world, types, operation, record, value), true);
      },
    };
  const found = world.finder.lookup(types, path);
  if ('isDeleted' in found) return { missing: found };
  // Without its envelope, or in a media type that is not read, a body says nothing of the record.
  if (!sent || value === undefined) return { statuses: STATUSES.replaced, apply: () => shown(found) };
  const replaced = { ...unsendable(operation, types, found.value), ...withNamedObjects(world, request, value) };
  const problem =
    conflictOfVersion(operation, types, found, sent) ??
    conflictOfNamed(contract, world, request) ??
    conflictOfChange(contract, world, request, found, replaced) ??
    conflictOfValues(contract, world, request, value, found) ??
    errorOfDates(contract, request, replaced, found.value);
  if (problem) return { problem };
  return {
    statuses: STATUSES.replaced,
    apply: () => {
      const record = embedNamed(world, types, operation, types.replace(found, replaced), value);
      return shown(storeChildren(world, types, operation, record, value));
    },
  };
};

const patch: Planner = (world, request, contract) => {
  const { types, operation } = request;
  const body = sentBody(request);
  const found = world.finder.lookup(types, withOwnIdentifiers(request));
  if ('isDeleted' in found) return { missing: found };
  const problem = conflictOfVersion(operation, types, found, body) ?? conflictOfNamed(contract, world, request);
  if (problem) return { problem };
  const envelope = operation.request?.envelope ?? '';
  try {
    const merged = isJsonPatch(request) ? undefined : recordIn(body, envelope);
    const said =
      merged && body !== undefined ? replaceAt(body, envelope, withNamedObjects(world, request, merged)) : body;
    const changed = inToldForms(contract, types.type, changeBy(operation, found.value, said, envelope));
    if (isJsonPatch(request) && isObject(changed) && types.isValid(found.value) && !types.isValid(changed))
      throw new JsonPatchError(`the ${types.type.words.join(' ')} would not be valid`);
    const broken = brokenBy(request, found.value, changed, (record) => types.isValid(record));
    if (broken) return { problem: broken };
    const taken = isObject(changed)
      ? (conflictOfChange(contract, world, request, found, changed) ??
        conflictOfValues(contract, world, request, changed, found) ??
        errorOfDates(contract, request, changed, found.value))
      : undefined;
    if (taken) return { problem: taken };
    return {
      statuses: STATUSES.replaced,
      apply: () => {
        const record = embedNamed(world, types, operation, types.change(found, changed), merged);
        return shown(storeChildren(world, types, operation, record, merged));
      },
    };
  } catch (error) {
    if (!(error instanceof JsonPatchError)) throw error;
    // The document says nothing of a JSON Patch: the array is something else, and changes nothing that is known.
    if (!isJsonPatch(request)) return { statuses: STATUSES.replaced, apply: () => shown(found) };
    return { problem: { status: 422, message: `the patch cannot be applied: ${error.message}` } };
  }
};

const remove: Planner = (world, request, contract) => {
  const { types, path, operation } = request;
  const found = world.finder.lookup(types, path);
  if ('isDeleted' in found) return { missing: found };
  const args = [contract, world, operation, types, found] as const;
  const ofOwn = conflictOfState(...args) ?? conflictAfterAction(...args) ?? conflictOfUse(...args);
  const problem = ofOwn ?? conflictOfNamed(contract, world, request);
  if (problem) return { problem };
  return {
    statuses: STATUSES.deleted,
    apply: () => {
      world.remove(types, found);
      return { record: found, stored: undefined, isNew: false };
    },
  };
};

const other: Planner = (world, { types, path }) => {
  if (types.paths.keyIn(path) === undefined) return undefined;
  const found = world.finder.lookup(types, path);
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

function sentBody({ types, operation, body }: WorldRequest): JsonValue | undefined {
  const fits = (pointer: string, value: JsonValue) => types.canShow(pointer, value);
  return withAttributes(body, operation, fits, types.shape.representation);
}

/** What a PUT cannot say of a record, such as the product of a line whose quantity it sets: it stays as it is. */
function unsendable({ request }: ResourceOperation, { shape }: TypeWorld, record: JsonObject): JsonObject {
  const sendable = new Set(request?.properties.map(({ pointer }) => parsePointer(pointer)[0] ?? ''));
  const isKept = (name: string) => shape.representation.names.has(name) && !sendable.has(name);
  return sendable.size === 0 ? {} : Object.fromEntries(Object.entries(record).filter(([name]) => isKept(name)));
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
