import { isNumber } from '../../../core/json/decimal.ts';
import { isObject } from '../../../core/json/index.ts';
import { escapeToken } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { acceptsBody } from '../../../generate/requests/accepts-body.ts';
import { requestMediaType } from '../../../generate/requests/build-request.ts';
import { replaceWhereValid } from '../../../generate/values/replace-where-valid.ts';
import { type RequiredChoice, requiredChoices } from '../../../generate/values/required-choices.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type {
  ResourceModel,
  ResourceOperation,
  ResourceType,
  SchemaProperty,
} from '../../../openapi/resources/model.ts';
import { words } from '../../../openapi/resources/names.ts';
import { requiredInBody } from '../../../openapi/resources/references/required-references.ts';
import { contextMap, type LiveRecord } from '../live-record.ts';
import type { ResourcePool } from '../resource-pool.ts';

/** A creation of records that say how much of one thing there is at another: goods that come into stock. */
export interface Supply {
  readonly type: ResourceType;
  readonly operation: ResourceOperation;
  /** What it was accepted with. */
  accepted?: Choice;
}

interface Choice {
  readonly amount: 'ample' | 'same';
  /** Listed values, by JSON Pointer: the direction of a movement. */
  readonly listed: readonly (readonly [string, JsonValue])[];
}

/** What brings in, as opposed to `out`, `debit` or `withdrawal`. */
const INCOMING =
  /^(?:in|incoming|inbound|credit|deposit|add|addition|increase|receive|receipt|received|purchase|restock|plus|top up|load)$/;
const MAX_LISTED = 3;
/** What suffices for nearly everything, the most first. */
export const ENOUGH = [1000, 100, 10];

/**
 * The creations of other records that name only what a creation names, with a number that it has, too: of what is reserved in a place
 * there has to be some, which came there by a movement.
 */
export function suppliesOf({ types }: ResourceModel, creation: ResourceOperation): Supply[] {
  const named = namedBy(creation);
  const numbers = new Set(numbersOf(creation).map(({ pointer }) => pointer));
  return types.flatMap((type) => {
    if (type.name === creation.resource) return [];
    const operation = type.operations.find(({ creates, scope }) => creates && scope === 'collection');
    const own = operation ? namedBy(operation) : [];
    // What moves something from one place to another has to find it there itself.
    const isAbout = own.length > 0 && own.length === new Set(own).size && own.every((each) => named.includes(each));
    const isCounted = isAbout && operation && numbersOf(operation).some(({ pointer }) => numbers.has(pointer));
    return isCounted ? [{ type, operation }] : [];
  });
}

/** The types of the records that a creation has to name in its body. */
function namedBy(operation: ResourceOperation): string[] {
  return requiredInBody(operation).map(({ resource }) => resource);
}

function numbersOf({ request }: ResourceOperation): SchemaProperty[] {
  const isAmount = ({ required, types }: SchemaProperty) =>
    required && types.some((type) => type === 'integer' || type === 'number');
  return request?.properties.filter(isAmount) ?? [];
}

/**
 * Creates such a record with those that a creation names, as much as suffices for several.
 * @param body what is to be sent afterwards
 * @returns false if the service rejects it
 */
export async function supply(
  pool: ResourcePool,
  given: Supply,
  records: readonly (LiveRecord | undefined)[],
  body: JsonValue | undefined,
): Promise<boolean> {
  const context = contextMap(records);
  const named = namedBy(given.operation).flatMap((resource) => context.get(resource) ?? []);
  if (named.some(({ isOwn }) => !isOwn)) return false;
  for (const choice of given.accepted ? [given.accepted] : choicesOf(pool, given)) {
    const sent = bodyOf(pool, given, choice, body);
    const made = sent === undefined ? undefined : await pool.create(given.type, { context, body: sent });
    if (!made || 'problem' in made) continue;
    for (const record of named) record.changes.push(made.step);
    given.accepted = choice;
    return true;
  }
  return false;
}

function choicesOf({ journal }: ResourcePool, { operation: { operation } }: Supply): Choice[] {
  const { contract } = journal.sender;
  const lists = listedOf(contract, requestMediaType(operation)?.schema);
  const [first, ...others] = lists;
  const listed: Choice['listed'][] = first
    ? first.values.map((value) => [
        [first.at, value],
        ...others.map(({ at, values }) => [at, values[0] ?? null] as const),
      ])
    : [[]];
  return listed.slice(0, MAX_LISTED).flatMap((each) => [
    { amount: 'ample', listed: each },
    { amount: 'same', listed: each },
  ]);
}

/** The required properties with listed values, what brings something in first. */
function listedOf(contract: Contract, schema: string | undefined): RequiredChoice[] {
  const isIncoming = (value: JsonValue) => INCOMING.test(words(String(value)).join(' ').toLowerCase());
  const lists = schema === undefined ? [] : requiredChoices(contract, schema);
  return lists.map((each) => ({
    ...each,
    values: each.values.toSorted((a, b) => Number(isIncoming(b)) - Number(isIncoming(a))),
  }));
}

function bodyOf(
  { candidates, journal }: ResourcePool,
  { operation: { operation } }: Supply,
  { amount, listed }: Choice,
  body: JsonValue | undefined,
): JsonValue | undefined {
  const [candidate] = candidates.of(operation, 0);
  const own = candidate?.body;
  if (!isObject(own)) return undefined;
  const numbers = Object.entries(isObject(body) ? body : {}).filter(
    ([name, value]) => isNumber(value) && Object.hasOwn(own, name),
  );
  return replaceWhereValid(
    own,
    [
      ...listed.map(([at, value]) => ({ at, candidates: [value] })),
      ...numbers.map(([name, value]) => ({
        at: `/${escapeToken(name)}`,
        candidates: amount === 'ample' ? [...ENOUGH, value] : [value],
      })),
    ],
    (each) => acceptsBody(journal.sender.contract, operation, each),
  );
}
