import { onlyToken, parsePointer } from '../../core/json/pointer.ts';
import type { JsonObject } from '../../core/model.ts';
import { eventOf } from '../../generate/plausible/events.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { isOfTrash, isRestoring } from '../../openapi/resources/operations/trash.ts';
import { authorValues } from './accounts/authorship.ts';
import { asCheckedOut, isOnAll, isReading, saidOf, withEffect } from './action-effect.ts';
import { withElement } from './added-element.ts';
import { changeSeveral, declared, namedRecords } from './bulk-action.ts';
import { bulkRecords } from './bulk-creation.ts';
import { conflictOfState } from './conflicts.ts';
import { copying } from './copies.ts';
import { conflictOfEmptiness, emptyLines, isCheckout } from './lines.ts';
import { isBelow } from './owners.ts';
import { type Plan, type Planner, type Shown, STATUSES, shown, type WorldRequest } from './plan.ts';
import { pathName, type RecordPath, type StoredRecord } from './records/stored-record.ts';
import { recordIn } from './sent-record.ts';
import { conflictOfShortage } from './told-effects.ts';
import {
  conflictAfterAction,
  conflictOfChange,
  conflictOfRestoring,
  noteAction,
  withChosenState,
} from './told-transitions.ts';
import { restore } from './trash.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/** What is done to one record, to several that the request names, or to all. */
export const action: Planner = (world, request, contract) => {
  const { types, path, operation, body } = request;
  const named = namedRecords(request);
  if (named) return changeSeveral(world, request, named);
  if (operation.scope === 'collection' && operation.operation.method === 'DELETE') return removeAll(world, request);
  const key = types.paths.keyIn(path);
  if (key === undefined && isOnAll(operation)) return changeAll(request, contract);
  if (key === undefined || operation.scope === 'collection') return createAll(world, request, contract);
  if (types.trash?.has(key) && isRestoring(operation)) return restoring(types, key);
  const found = world.finder.lookup(types, path);
  if ('isDeleted' in found) return { missing: found };
  const args = [contract, world, operation, types, found] as const;
  const problem =
    conflictOfState(...args) ??
    conflictAfterAction(...args) ??
    conflictOfRestoring(...args) ??
    conflictOfChange(contract, world, request, found) ??
    conflictOfEmptiness(...args) ??
    conflictOfShortage(contract, request, found);
  if (problem) return { problem };
  const sent = recordIn(body, operation.request?.envelope ?? '');
  const given = world.type(operation.gives ?? '');
  const copy = copying(world, request, found);
  if (copy) return copy;
  if (given?.isPrepared) return giving(world, request, contract, { found, given, sent });
  return {
    statuses: [],
    apply: () => {
      noteAction(found, operation);
      const below = isReading(operation) ? world.all.filter((each) => each.isPrepared && isBelow(each, types)) : [];
      for (const each of below) changeWithin(each, found.path, operation, contract);
      const told = withChosenState(contract, request, { ...found.value, ...declared(types, sent) });
      const said = { ...told, ...saidOf(operation, types.shape, sent) };
      const effect = withEffect(contract, operation, types.shape, types.isValid(said) ? said : told);
      const changed = withElement(operation, types.shape, effect, sent);
      return withEcho(shown(types.force(found, changed)), operation, types, sent);
    },
  };
};

/** What an action was sent and its response shows, although records do not: `lastReadMessageId` of `POST /channels/{id}/read`. */
function withEcho(
  made: Shown,
  { response }: ResourceOperation,
  { shape }: TypeWorld,
  sent: JsonObject | undefined,
): Shown {
  const names = new Set(response?.properties.map(({ pointer }) => onlyToken(pointer)));
  const echoed = Object.entries(sent ?? {}).filter(
    ([name]) => names.has(name) && !shape.representation.names.has(name),
  );
  if (echoed.length === 0 || made === undefined || !('record' in made)) return made;
  const { value, path } = made.record;
  return { ...made, record: { value: { ...value, ...Object.fromEntries(echoed) }, path }, stored: undefined };
}

interface Giving {
  /** The record that the action is about. */
  readonly found: StoredRecord;
  /** The type of the record that it gives back. */
  readonly given: TypeWorld;
  readonly sent: JsonObject | undefined;
}

/** Says something of a record below the one that an action is about, such as that a guest accepts; or creates another one. */
function giving(world: World, request: WorldRequest, contract: Contract, { found, given, sent }: Giving): Plan {
  const { types, path, operation } = request;
  const whole = new Map([...found.path, ...path]);
  const isMoved = isCheckout(world, operation, types);
  const isOwner = given.above.includes(types.type) || given.owners.some(({ resource }) => resource === types.type.name);
  const isBelow = isOwner && !isMoved;
  return {
    statuses: [],
    apply: () => {
      noteAction(found, operation);
      const effect =
        isMoved && !types.type.singleton
          ? asCheckedOut(contract, types.shape, found.value)
          : withEffect(contract, operation, types.shape, found.value);
      if (effect !== found.value) types.force(found, effect);
      world.finder.enter(given, whole);
      const latest = isBelow ? given.within(whole).at(-1) : undefined;
      const placed = latest ? [] : authorValues(world, request, given, sent ?? {});
      const record = latest ?? given.create({ value: sent ?? {}, origin: 'created', path: whole, placed });
      const taken = latest ? {} : takenOver(request, given, found.value, isMoved);
      const said = given.force(record, {
        ...record.value,
        ...taken,
        ...named(given, whole),
        ...declared(given, sent),
      });
      if (isMoved) emptyLines(world, types, found);
      return { record: said, stored: said, isNew: latest === undefined, types: given };
    },
  };
}

/**
 * What a new record takes over of the one that an action is about, where only the service sets it; of a cart that becomes an order, such as
 * its items and its currency, what the action does not take, even if orders can be created with it.
 */
function takenOver(
  { types, operation }: WorldRequest,
  given: TypeWorld,
  value: JsonObject,
  isMoved: boolean,
): JsonObject {
  const { representation, serverSet, stamps } = given.shape;
  const set = new Set(isMoved ? representation.names : serverSet.map((pointer) => parsePointer(pointer)[0]));
  for (const { pointer } of operation.request?.properties ?? []) set.delete(parsePointer(pointer)[0]);
  const own = [types, given].flatMap(({ shape }) => [...shape.representation.identifiers.values()]);
  for (const pointer of [...own, ...stamps.map((each) => each.pointer)]) set.delete(onlyToken(pointer));
  const isTaken = (name: string) =>
    set.has(name) && representation.names.has(name) && eventOf(name) === undefined && !/^(status|state)$/i.test(name);
  return Object.fromEntries(Object.entries(value).filter(([name]) => isTaken(name)));
}

/** What a record says of those that a path names, at its top. */
function named({ type }: TypeWorld, path: RecordPath): JsonObject {
  const found = type.references.flatMap(({ at, resource, identifier }) => {
    const [name, value] = [onlyToken(at), path.get(pathName(resource, identifier))];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

/** Creates the records of a request that has several. @returns undefined if it has not */
export function createAll(world: World, request: WorldRequest, contract: Contract): Plan | undefined {
  const { types, path } = request;
  const values = bulkRecords(contract, request);
  if (!values) return undefined;
  return {
    statuses: STATUSES.created,
    apply: () => ({
      list: values.map((value) => {
        const placed = authorValues(world, request, types, value);
        return types.create({ value, origin: 'created', path, placed });
      }),
    }),
  };
}

/** Does to each record what the action is named after. */
function changeAll({ types, path, operation }: WorldRequest, contract: Contract): Plan {
  return {
    statuses: [],
    apply: () => {
      changeWithin(types, path, operation, contract);
      return undefined;
    },
  };
}

function changeWithin(types: TypeWorld, path: RecordPath, operation: ResourceOperation, contract: Contract): void {
  for (const record of [...types.within(path)]) {
    const changed = withEffect(contract, operation, types.shape, record.value);
    if (changed !== record.value) types.force(record, changed);
  }
}

function removeAll(world: World, { types, path, operation }: WorldRequest): Plan {
  return {
    statuses: STATUSES.deleted,
    apply: () => {
      if (types.trash && isOfTrash(operation)) types.trash.clear();
      else for (const record of [...types.within(path)]) world.remove(types, record);
      return undefined;
    },
  };
}

function restoring(types: TypeWorld, key: string): Plan {
  return {
    statuses: [],
    apply: () => {
      const record = restore(types, key);
      return record && shown(record);
    },
  };
}
