import { getAllAt, parsePointer } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import { listsStatus } from '../../core/operation.ts';
import type { RequestProblem } from '../../core/received-request.ts';
import type { Reference } from '../../openapi/resources/model.ts';
import type { WorldRequest } from './plan.ts';
import { pathName } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/** Statuses for a reference to a record that is not there, best first. */
const STATUSES = [422, 400, 404, 409];

/** Finds a record that a request refers to and that is not there; types below others are not checked. */
export function findMissingReference(world: World, request: WorldRequest): RequestProblem | undefined {
  const { operation } = request;
  for (const reference of operation.references) {
    const types = world.type(reference.resource);
    if (!types?.isPrepared || types.above.length > 0 || types.type.identifiers.length !== 1) continue;
    types.first.populate(new Map());
    for (const value of valuesOf(reference, request)) {
      if (value === null || has(types, value)) continue;
      const status = STATUSES.find((each) => listsStatus(operation.operation, each));
      const path = reference.in === 'body' ? parsePointer(reference.at).filter((each) => each !== '*') : [reference.at];
      const place = { in: reference.in, path };
      const part = `${reference.in}${reference.in === 'body' ? ' property' : ' parameter'} ${path.join('.')}`;
      return { status: status ?? 422, message: `${part} names no ${reference.resource}: ${String(value)}`, place };
    }
  }
  return undefined;
}

function has(types: TypeWorld, value: JsonValue): boolean {
  const [identifier] = types.type.identifiers;
  const key = identifier && types.paths.keyIn(new Map([[pathName(types.type.name, identifier.name), value]]));
  return key !== undefined && types.store.get(key) !== undefined;
}

function valuesOf({ in: place, at }: Reference, { body, parameters }: WorldRequest): JsonValue[] {
  const found =
    place === 'body'
      ? getAllAt(body, parsePointer(at))
      : [...parameters].flatMap(([parameter, value]) =>
          parameter.in === place && parameter.name === at ? [value] : [],
        );
  return found.flatMap((value) => (Array.isArray(value) ? value : [value]));
}
