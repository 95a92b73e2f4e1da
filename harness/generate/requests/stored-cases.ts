import { parseJson, stringifyJson } from '../../core/json/index.ts';
import { type Clause, ExactNumber, type JsonObject, type JsonValue, type Operation } from '../../core/model.ts';
import { timeoutCount } from '../../core/util/deadline.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { RequestSpec } from './build-request.ts';
import type { SpecifiedCase, TestCaseInit } from './test-case.ts';
import type { UniqueValues } from './unique-values.ts';

/** Keeps the cases of a document from run to run. */
export interface CaseStore {
  read(key: string): unknown;
  write(key: string, cases: unknown): void;
}

/** The parts of a case that are stored. The document tells its origin, and `isEncoded` that a function writes its body. */
export interface RestoredInit extends Omit<TestCaseInit, 'origin' | 'operation'> {
  readonly targets: readonly Clause[];
  readonly isEncoded: boolean;
  /** The seed of its own unique values. */
  readonly seed?: number;
}

interface StoredCase extends Omit<RestoredInit, 'targets' | 'spec'> {
  readonly spec: Partial<RequestSpec>;
  /** Parameters and body as JSON, where one of their numbers is no double. */
  readonly exact?: string;
  /** Ids of clauses. */
  readonly targets: readonly string[];
}

/** Cases of one kind, and how each is made of what is stored. */
export interface StoredFamily<T extends SpecifiedCase> {
  readonly contract: Contract;
  readonly operation: Operation;
  /** Everything that they are generated from, beside the document. */
  readonly key: JsonValue;
  readonly generate: () => Iterable<T>;
  readonly restore: (stored: RestoredInit) => T;
}

/** Yields the cases that an earlier run has generated from the same; else generates them, and stores them once they are complete. */
export function* throughStore<T extends SpecifiedCase & { readonly seed?: number }>(
  store: CaseStore,
  family: StoredFamily<T>,
): Generator<T> {
  const { contract, operation, generate, restore } = family;
  const key = stringifyJson([operation.id, family.key]);
  const stored = store.read(key) as readonly StoredCase[] | undefined;
  const clauses = new Map(contract.clausesOf(operation).map((clause) => [clause.id, clause]));
  if (stored) {
    for (const each of stored) yield restore(unpack(each, clauses));
    return;
  }
  const cases: StoredCase[] = [];
  const before = timeoutCount();
  for (const each of generate()) {
    cases.push(pack(each));
    yield each;
  }
  // What took too long is missing, and a clause that is not listed could not be found again.
  const isComplete = timeoutCount() === before && cases.every(({ targets }) => targets.every((id) => clauses.has(id)));
  if (isComplete) store.write(key, cases);
}

function unpack({ exact, spec, targets, ...init }: StoredCase, clauses: ReadonlyMap<string, Clause>): RestoredInit {
  const values = exact === undefined ? {} : (parseJson(exact) as JsonObject);
  return {
    ...init,
    spec: { ...spec, ...values } as RequestSpec,
    targets: targets.flatMap((id) => clauses.get(id) ?? []),
  };
}

function pack({ init, seed }: SpecifiedCase & { readonly seed?: number }): StoredCase {
  const { operation: _, origin: __, spec, targets = [], ...rest } = init;
  const { encode, ...data } = spec;
  const { parameters, body, ...others } = data;
  const isExact = hasExactNumber(parameters) || hasExactNumber(body);
  return {
    ...rest,
    ...(seed === undefined ? {} : { seed }),
    isEncoded: encode !== undefined,
    targets: targets.map(({ id }) => id),
    ...(isExact ? { spec: others, exact: valuesText(spec) } : { spec: data }),
  };
}

function hasExactNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof ExactNumber || Object.values(value).some(hasExactNumber);
}

function valuesText({ parameters, body }: RequestSpec): string {
  return stringifyJson({ parameters, ...(body === undefined ? {} : { body }) });
}

/** A request as a part of a key. */
export function specKey(spec: RequestSpec): JsonValue {
  const { rawQuery = null, contentType = null, headers = {}, bytes } = spec;
  const raw = bytes === undefined ? null : Buffer.from(bytes).toString('latin1');
  return [valuesText(spec), rawQuery, contentType, { ...headers }, raw];
}

/**
 * Returns what the values of an operation's cases depend on.
 * @returns undefined if the user's own values are among them, which may be secret and are not stored
 */
export function uniqueKey(unique: UniqueValues, { id }: Operation): JsonValue | undefined {
  return unique.knownFor(id).length > 0 ? undefined : unique.state(id);
}
