import { matchDocumentedResponse, parseJsonBody } from '../checks/response.ts';
import { isResponse } from '../core/http-response.ts';
import { isObject } from '../core/json/index.ts';
import { parsePointer } from '../core/json/pointer.ts';
import type { DocumentedResponse, Exchange, JsonValue, MediaType, Operation } from '../core/model.ts';
import { clauseParts } from '../openapi/clauses/clauses.ts';
import type { Contract } from '../openapi/contract.ts';

/** The clauses that an answer of one kind puts to the test: some always, some where its body has the place. */
interface Reach {
  readonly always: readonly string[];
  readonly pointers: readonly { readonly instancePath: readonly string[]; readonly ids: readonly string[] }[];
  /** By the places that a body has: the same list is shared by all answers that reach the same clauses. */
  readonly lists: Map<string, Reached>;
}

interface Reached {
  readonly ids: readonly string[];
  readonly cache: ReadonlySet<string>;
}

const createCache = () => new Map<string, Reach>();

/** Ids of the clauses that an exchange puts to the test: those the case is about, and those of the answer that its body reaches. */
export function coveredClauses(contract: Contract, exchange: Exchange): readonly string[] {
  const { case: testCase, response: answer } = exchange;
  const { response, mediaType } = matchDocumentedResponse(exchange);
  const reach = reachOf(contract, testCase.operation, response, mediaType);
  const body = mediaType && isResponse(answer) ? parseJsonBody(answer) : undefined;
  const reached = reachedBy(reach, body && 'value' in body ? body.value : undefined);
  const about = testCase.targets.filter(({ id }) => !reached.cache.has(id)).map(({ id }) => id);
  return about.length > 0 ? [...about, ...reached.ids] : reached.ids;
}

/** The covered clauses without those of keywords that were not evaluated: what nobody looked at covers nothing. */
export function evaluatedClauses(contract: Contract, exchange: Exchange): readonly string[] {
  const skipped = contract
    .clausesOf(exchange.case.operation)
    .filter(({ schemaPointer }) => contract.schemas.notEvaluated.has(schemaPointer))
    .map(({ id }) => id);
  return coveredClauses(contract, exchange).filter((id) => !skipped.includes(id));
}

function reachedBy({ always, pointers, lists }: Reach, value: JsonValue | undefined): Reached {
  let key = '';
  for (const { instancePath } of pointers)
    key += instancePath.length === 0 || present(value, instancePath, 0) ? '1' : '0';
  let reached = lists.get(key);
  if (!reached) {
    const ids = [...always, ...pointers.flatMap((place, index) => (key[index] === '1' ? place.ids : []))];
    reached = { ids, cache: new Set(ids) };
    lists.set(key, reached);
  }
  return reached;
}

function reachOf(
  contract: Contract,
  operation: Operation,
  response: DocumentedResponse | undefined,
  mediaType: MediaType | undefined,
): Reach {
  const reaches = contract.derived(createCache);
  const key = `${operation.id} ${response?.key} ${mediaType?.type}`;
  const reach = reaches.get(key) ?? readReach(contract, operation, response, mediaType);
  reaches.set(key, reach);
  return reach;
}

function readReach(
  contract: Contract,
  operation: Operation,
  response: DocumentedResponse | undefined,
  mediaType: MediaType | undefined,
): Reach {
  const whole = new Set<string>([clauseParts.answer]);
  if (response) whole.add(clauseParts.response(response));
  for (const { name } of response?.headers ?? []) if (response) whole.add(clauseParts.responseHeader(response, name));
  const bodyPart = response && mediaType && clauseParts.responseBody(response, mediaType.type);
  const all = contract.clausesOf(operation);
  const paths = new Map<string, string[]>();
  for (const { part, instancePath, id } of all)
    if (part === bodyPart) paths.set(instancePath, [...(paths.get(instancePath) ?? []), id]);
  return {
    always: all.filter(({ part }) => whole.has(part)).map(({ id }) => id),
    pointers: [...paths].map(([path, ids]) => ({ instancePath: parsePointer(path), ids })),
    lists: new Map(),
  };
}

function present(value: JsonValue | undefined, path: readonly string[], depth: number): boolean {
  const token = path[depth];
  if (token === undefined) return value !== undefined;
  if (token === '*' && Array.isArray(value)) return value.some((item) => present(item, path, depth + 1));
  if (token === '*' && isObject(value)) return Object.values(value).some((member) => present(member, path, depth + 1));
  if (Array.isArray(value)) return present(value[Number(token)], path, depth + 1);
  return isObject(value) && Object.hasOwn(value, token) && present(value[token], path, depth + 1);
}
