import { getOwn } from '../../core/json/index.ts';
import { parsePointer } from '../../core/json/pointer.ts';
import type { JsonObject } from '../../core/model.ts';
import type { RequestProblem } from '../../core/received-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { singularWords, words } from '../../openapi/resources/names.ts';
import { actionWords } from '../../openapi/resources/operations/verbs.ts';
import { emptyStatus, isLine, lineArrays } from '../../openapi/resources/prose/emptiness.ts';
import { embeddedOf } from './embedded-children.ts';
import { namedBy, shownValue } from './naming.ts';
import { isBelow } from './owners.ts';
import type { WorldRequest } from './plan.ts';
import type { StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

const CART = /^(cart|basket|bag|trolley)$/;
const CHECKOUT = /^(check ?out|place order)/;
/** What is done to a cart when it becomes an order. */
const CART_CHECKOUT = /^(order|purchase|buy|submit|complete|convert|confirm|finali[sz]e)/;

/** The types of what is in the records of a type, such as the items of a cart. */
export function lineTypes(world: Pick<World, 'all'>, types: TypeWorld): readonly TypeWorld[] {
  const shown = new Set(embeddedOf(world, types).flatMap(({ kind, children }) => (kind === 'all' ? children : [])));
  return world.all.filter((each) => isBelow(each, types) && (shown.has(each) || isLine(each.type.words)));
}

/** True for an action after which a cart is empty until clients fill it again: what was in it is in the order that it gives. */
export function isCheckout(world: Pick<World, 'all'>, { operation }: ResourceOperation, types: TypeWorld): boolean {
  const { type } = types;
  if (!canBeFilled(world, types)) return false;
  const isOfCart = CART.test(singularWords(type.words).at(-1) ?? '');
  return isCheckoutPath(operation.path) || (isOfCart && CART_CHECKOUT.test(actionWords(operation.path).join(' ')));
}

/** True for the path of an action with which people buy what is in a cart. */
export function isCheckoutPath(path: string): boolean {
  return CHECKOUT.test(actionWords(path).join(' '));
}

/** True if the mock keeps what clients put into a record: those below it, or arrays that they send. */
function canBeFilled(world: Pick<World, 'all'>, types: TypeWorld): boolean {
  const isSent = types.type.properties.some(
    ({ pointer, sent }) => sent && isLine(words(parsePointer(pointer)[0] ?? '')),
  );
  return isSent || lineTypes(world, types).some(({ type }) => type.operations.some(({ creates }) => creates));
}

/** Takes what is in a record out of it. */
export function emptyLines(world: World, types: TypeWorld, record: StoredRecord): void {
  for (const each of lineTypes(world, types)) {
    world.finder.enter(each, record.path);
    for (const line of [...each.within(record.path)]) world.remove(each, line);
  }
  const arrays = arraysIn(types, record.value);
  if (arrays.length > 0)
    types.force(record, { ...record.value, ...Object.fromEntries(arrays.map((name) => [name, []])) });
}

/** The lines that a new record takes over of one that its request names: those of the cart that becomes an order. */
export function takenLines(world: World, { types, operation, ...request }: WorldRequest): JsonObject {
  const lines = types.type.references.flatMap(lineReference);
  if (lines.length === 0) return {};
  const sent = new Set(operation.request?.properties.map(({ pointer }) => parsePointer(pointer)[0]));
  const own = lines.filter(({ array }) => !sent.has(array));
  if (own.length === 0) return {};
  const others = [...namedBy(world, { ...request, operation }).values()].filter((each) => each.types !== types);
  const taken = others.flatMap((named) =>
    named.type.references.flatMap(lineReference).flatMap(({ array, resource, at }) => {
      const into = own.find((each) => each.resource === resource && each.at === at);
      const lines = into && getOwn(shownValue(world, named) ?? {}, array);
      return into && Array.isArray(lines) && lines.length > 0 ? [[into.array, lines] as const] : [];
    }),
  );
  return Object.fromEntries(taken);
}

/** The array at the top of a record whose lines name others, and the name of the property that does. */
function lineReference({ in: place, at, resource }: TypeWorld['type']['references'][number]) {
  const [array, item, name, ...deeper] = parsePointer(at);
  const isLines = place === 'body' && item === '*' && array !== undefined && name !== undefined && deeper.length === 0;
  return isLines && isLine(words(array)) ? [{ array, at: name, resource }] : [];
}

/** An action on a record with nothing in it, which the document says is rejected: `409 if the cart is empty`. */
export function conflictOfEmptiness(
  contract: Contract,
  world: World,
  operation: ResourceOperation,
  types: TypeWorld,
  record: StoredRecord,
): RequestProblem | undefined {
  const { type, ignoresConditions } = types;
  const status = ignoresConditions ? undefined : emptyStatus(contract, operation.operation, type.words);
  if (status === undefined || !canBeFilled(world, types) || !isEmpty(world, types, record)) return undefined;
  return { status, message: `the ${type.words.join(' ')} is empty` };
}

/** A creation that names a record with nothing in it, which the document says is rejected: an order of a cart that is empty. */
export function conflictOfEmptyNamed(
  contract: Contract,
  world: World,
  { operation, ...request }: WorldRequest,
): RequestProblem | undefined {
  const says = ({ resource, in: place, many }: TypeWorld['type']['references'][number]) => {
    const named = place === 'body' && !many ? world.type(resource) : undefined;
    return named !== undefined && emptyStatus(contract, operation.operation, named.type.words) !== undefined;
  };
  if (!operation.references.some(says)) return undefined;
  for (const { types, record } of namedBy(world, { ...request, operation }).values()) {
    const problem =
      types === request.types ? undefined : conflictOfEmptiness(contract, world, operation, types, record);
    if (problem) return problem;
  }
  return undefined;
}

/** False where nothing says what is in the record. */
function isEmpty(world: World, types: TypeWorld, record: StoredRecord): boolean {
  const below = lineTypes(world, types).filter(({ isPrepared }) => isPrepared);
  for (const each of below) world.finder.enter(each, record.path);
  if (below.length > 0) return below.every((each) => each.within(record.path).length === 0);
  const arrays = arraysIn(types, record.value).map((name) => record.value[name]);
  return arrays.length > 0 && arrays.every((each) => Array.isArray(each) && each.length === 0);
}

/** The arrays of objects in a record that are called like lines. */
function arraysIn({ shape }: TypeWorld, value: JsonObject): string[] {
  return lineArrays(shape.representation.properties).filter((name) => Array.isArray(getOwn(value, name)));
}
