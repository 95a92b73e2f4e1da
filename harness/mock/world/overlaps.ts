import { jsonEqual } from '../../core/json/equal.ts';
import { getAt } from '../../core/json/pointer.ts';
import type { JsonObject } from '../../core/model.ts';
import type { RequestProblem } from '../../core/received-request.ts';
import { keep } from '../../core/util/keep.ts';
import { withArticle } from '../../core/util/pluralize.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { overlaps } from '../../openapi/resources/operations/date-bounds.ts';
import { type ToldDateOrder, toldDateOrder } from '../../openapi/resources/prose/date-order.ts';
import { freeStates, type ToldOverlap, toldOverlap } from '../../openapi/resources/prose/overlaps.ts';
import { stateProperty } from '../../openapi/resources/state-property.ts';
import { isBinding } from './conflicts.ts';
import type { WorldRequest } from './plan.ts';
import type { World } from './world.ts';

/** States in which a record takes nothing any more. */
const OVER = /cancel|declin|reject|expire|no.?show|return|complet|finish|done|ended|closed/i;

interface ToldTimes {
  readonly order: ToldDateOrder | undefined;
  readonly overlap: ToldOverlap | undefined;
}

const known = new WeakMap<ResourceOperation, ToldTimes>();

/** What the document says in words of the times of the records that an operation creates. */
function toldTimes(contract: Contract, { types, operation }: Pick<WorldRequest, 'types' | 'operation'>): ToldTimes {
  if (types.ignoresConditions) return NOTHING;
  return known.get(operation) ?? keep(known, operation, readTimes(contract, operation));
}

function readTimes(contract: Contract, operation: ResourceOperation): ToldTimes {
  return { order: toldDateOrder(contract, operation), overlap: toldOverlap(contract, operation) };
}

const NOTHING: ToldTimes = { order: undefined, overlap: undefined };

/** A creation at the time of another record that takes the same, as the document says in words: a room that is booked. */
export function conflictOfOverlap(
  contract: Contract,
  world: World,
  request: Pick<WorldRequest, 'types' | 'operation' | 'path'>,
  value: JsonObject,
): RequestProblem | undefined {
  const { overlap } = toldTimes(contract, request);
  if (!overlap) return undefined;
  const { interval, taken } = overlap;
  const { types, operation, path } = request;
  const states = stateProperty(contract, types.shape.representation.schemas);
  const free = freeStates(overlap, states?.listed ?? []);
  const isOver = (each: JsonObject) => {
    const state = states && String(getAt(each, states.pointer));
    return state !== undefined && (OVER.test(state) || free.includes(state));
  };
  const isSame = (each: JsonObject, at: string) => {
    const [sent, known] = [getAt(value, at), getAt(each, at)];
    return sent !== undefined && known !== undefined && jsonEqual(sent, known);
  };
  const places = operation.references.filter(({ in: place, many }) => place === 'body' && !many).map(({ at }) => at);
  const isTaken = (each: JsonObject) =>
    taken.length > 0 ? taken.some(({ at }) => isSame(each, at)) : places.every((at) => isSame(each, at));
  const found = types.store
    .list(types.paths.scopeOf(path))
    .find(
      (each) =>
        isBinding(world, each) && !isOver(each.value) && isTaken(each.value) && overlaps(interval, each.value, value),
    );
  return found && { status: 409, message: `there is ${withArticle(types.type.name)} at this time already` };
}

/** A record that ends before it begins, which the document calls an error in words; one that did so before stays as it is. */
export function errorOfDates(
  contract: Contract,
  request: Pick<WorldRequest, 'operation' | 'types'>,
  value: JsonObject,
  before: JsonObject = {},
): RequestProblem | undefined {
  const { order } = toldTimes(contract, request);
  if (!order || !isReversed(order, value) || isReversed(order, before)) return undefined;
  return { status: order.status, message: `the ${request.types.type.name} ends before it begins` };
}

function isReversed({ interval: { start, end } }: ToldDateOrder, value: JsonObject): boolean {
  const [from, to] = [start, end].map((at) => getAt(value, at));
  return typeof from === 'string' && typeof to === 'string' && Date.parse(to) < Date.parse(from);
}
