import { onlyToken } from '../../core/json/pointer.ts';
import type { JsonObject } from '../../core/model.ts';
import { eventOf } from '../../generate/plausible/events.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { words } from '../../openapi/resources/names.ts';
import { makesCopy } from '../../openapi/resources/operations/verbs.ts';
import { isNaturalKey } from '../../openapi/resources/references/identifying.ts';
import { authorValues } from './accounts/authorship.ts';
import { type Plan, STATUSES, shown, type WorldRequest } from './plan.ts';
import type { StoredRecord } from './records/stored-record.ts';
import { recordIn } from './sent-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/** A new record with what another one says, for POST `/orders/{id}/duplicate` and `/invoices/{id}/create-from-draft`. */
export function copying(world: World, request: WorldRequest, found: StoredRecord): Plan | undefined {
  const { types, operation, body } = request;
  if (!makesCopy(operation.operation, types.type.words) || !showsIdentifier(operation, types)) return undefined;
  return {
    statuses: STATUSES.created,
    apply: () => {
      const sent = recordIn(body, operation.request?.envelope ?? '') ?? {};
      const value = { ...copied(types, found.value), ...sent };
      const path = new Map([...found.path].filter(([name]) => !types.paths.ownNames.includes(name)));
      const placed = authorValues(world, request, types, sent);
      const record = types.create({ value, origin: 'created', path, placed });
      return shown(types.force(record, { ...value, ...record.value }), true);
    },
  };
}

/** A response that does not show which record it is about may as well be the one that was copied. */
function showsIdentifier({ response }: ResourceOperation, { shape }: TypeWorld): boolean {
  const own = new Set(shape.representation.identifiers.values());
  return response?.properties.some(({ pointer }) => own.has(pointer)) === true;
}

/** What a record has in common with its copy: all but what identifies it, and what has happened to it. */
function copied({ shape }: TypeWorld, value: JsonObject): JsonObject {
  const { representation, serverSet, stamps } = shape;
  const own = [...representation.identifiers.values(), ...stamps.map(({ pointer }) => pointer)].map(onlyToken);
  const set = new Set(serverSet.map(onlyToken));
  const isOwn = (name: string) =>
    own.includes(name) || isKey(name) || eventOf(name) !== undefined || isState(name, set);
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isOwn(name)));
}

/** Copies may have the same name, but no key such as a number or a slug. */
function isKey(name: string): boolean {
  return isNaturalKey(name) && words(name).at(-1) !== 'name';
}

/** A state that only the service sets is that of a new record. */
function isState(name: string, serverSet: ReadonlySet<string | undefined>): boolean {
  return serverSet.has(name) && /^(status|state)$/.test(words(name).at(-1) ?? '');
}
