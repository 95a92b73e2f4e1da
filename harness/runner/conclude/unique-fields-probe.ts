import { randomInt } from 'node:crypto';
import { isAcceptance } from '../../checks/response.ts';
import { isResponse } from '../../core/http-response.ts';
import { isNumber } from '../../core/json/decimal.ts';
import { isObject } from '../../core/json/index.ts';
import type { Case, HttpResponse, JsonValue, Operation, TransportError } from '../../core/model.ts';
import { buildRequest, type RequestSpec } from '../../generate/requests/build-request.ts';
import { findUniqueFields } from '../../generate/requests/find-unique-fields.ts';
import type { SpecifiedCase } from '../../generate/requests/test-case.ts';
import { withFreshUniqueFields } from '../../generate/requests/unique-fields.ts';
import { withCredentials } from '../../http/credentials.ts';
import type { Executor } from '../suite.ts';
import { rememberDuplicate } from './duplicates.ts';

/** Properties that are varied alone. */
const MAX_ALONE = 8;

/**
 * Finds the properties of a body that the service requires to be unique, and remembers them for the run. Tried once per
 * operation and size of an accepted body, when a request is a conflict or rejected for the first time after another was accepted.
 * @param hasFailed whether a request has failed (500): before, a duplicate that does is left for one to find
 */
export function learnUniqueFields(
  executor: Executor,
  operation: Operation,
  { hasFailed = false } = {},
): Promise<readonly string[]> {
  const { learning, acceptedCases, bases } = executor.serviceState;
  const { id } = operation;
  const accepted = [bases.get(id)?.accepted, ...(acceptedCases.get(id) ?? [])].filter(hasObjectBody);
  const [largest] = accepted
    .map((testCase) => ({ testCase, size: primitiveNames(testCase.spec.body).length }))
    .sort((a, b) => b.size - a.size);
  if (!largest) return Promise.resolve([]);
  // Tried again once a request with more properties was accepted.
  const key = `${id} ${largest.size}${hasFailed ? ' failed' : ''}`;
  const known = learning.get(key) ?? findUnique(executor, largest.testCase, hasFailed);
  learning.set(key, known);
  return known;
}

function hasObjectBody(testCase: Case | undefined): testCase is SpecifiedCase {
  const { spec } = (testCase ?? {}) as Partial<SpecifiedCase>;
  return spec !== undefined && spec.bytes === undefined && isObject(spec.body);
}

async function findUnique(executor: Executor, accepted: SpecifiedCase, hasFailed: boolean): Promise<readonly string[]> {
  const { contract, unique } = executor;
  const { operation, spec } = accepted;
  const learned = unique.learnedFor(operation.id);
  const own = new Set(findUniqueFields(contract, operation, learned).map(({ name }) => name));
  const candidates = [...new Set(primitiveNames(spec.body))].filter((name) => !own.has(name));
  // An earlier run with this seed may have left records with its values.
  const source = unique.seeded(randomInt(2 ** 32));
  const sendVaried = (names: readonly string[]) => {
    const values = source.withLearned(operation.id, [...learned, ...names]);
    return send(executor, accepted, withFreshUniqueFields(contract, values, operation, spec) ?? spec);
  };
  const isAccepted = async (names: readonly string[]) => isSuccessful(operation, await sendVaried(names));
  // Neither a service that takes the same values twice, nor one in which no value helps.
  const repeated = await sendVaried([]);
  if (isResponse(repeated) && repeated.status >= 500 && !hasFailed) return learned;
  if (isSuccessful(operation, repeated)) return learned;
  const found = (await isAccepted(candidates))
    ? await decisive(candidates, isAccepted)
    : await firstAlone(candidates, isAccepted);
  if (found.length === 0) return learned;
  if (isResponse(repeated)) rememberDuplicate(executor, operation, repeated);
  unique.learn(operation.id, [...learned, ...found]);
  return unique.learnedFor(operation.id);
}

/** Names of the strings and numbers in the objects of a body. */
function primitiveNames(body: JsonValue | undefined): string[] {
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' || isNumber(value) ? [name] : primitiveNames(value),
  );
}

/** The names that all have to be varied for a request to be accepted, in as many requests as halving takes. */
async function decisive(
  candidates: readonly string[],
  isAccepted: (names: readonly string[]) => Promise<boolean>,
): Promise<string[]> {
  const found: string[] = [];
  let pool = candidates;
  while (pool.length > 0 && (found.length === 0 || !(await isAccepted(found)))) {
    let [low, high] = [1, pool.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (await isAccepted([...found, ...pool.slice(0, middle)])) high = middle;
      else low = middle + 1;
    }
    found.push(...pool.slice(low - 1, low));
    pool = pool.slice(0, low - 1);
  }
  return withoutChance(found, isAccepted);
}

/** The first name that need not be varied with others: some, such as those of an algorithm, have no other value. */
async function firstAlone(
  candidates: readonly string[],
  isAccepted: (names: readonly string[]) => Promise<boolean>,
): Promise<string[]> {
  if (candidates.length < 2) return [];
  for (const name of candidates.slice(0, MAX_ALONE)) if (await isAccepted([name])) return [name];
  return [];
}

/** Leaves out what was found because a fresh value happened to be taken. */
async function withoutChance(
  found: readonly string[],
  isAccepted: (names: readonly string[]) => Promise<boolean>,
): Promise<string[]> {
  let needed = [...found];
  for (const name of found) {
    const others = needed.filter((each) => each !== name);
    if (others.length > 0 && (await isAccepted(others))) needed = others;
  }
  return needed;
}

async function send(executor: Executor, accepted: SpecifiedCase, spec: RequestSpec) {
  const { operation } = accepted;
  const testCase = { ...accepted, request: buildRequest(operation, spec) };
  const { request } = withCredentials(testCase, executor.credentials);
  const response = await executor.client.send(request, executor.signal);
  executor.records?.created.add({ case: testCase, response }, spec);
  return response;
}

function isSuccessful(operation: Operation, response: HttpResponse | TransportError): boolean {
  return isResponse(response) && isAcceptance(operation, response.status);
}
