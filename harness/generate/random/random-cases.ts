import type { Arbitrary, Value } from 'fast-check';
import { jsonEqual } from '../../core/json/equal.ts';
import { stringifyJson } from '../../core/json/index.ts';
import type { CaseOrigin, Clause, Operation } from '../../core/model.ts';
import { pullWithDeadline } from '../../core/util/deadline.ts';
import type { Contract } from '../../openapi/contract.ts';
import { type RequestSpec, requestMediaType } from '../requests/build-request.ts';
import { createTestCase, type SpecifiedCase, type TestCaseInit } from '../requests/test-case.ts';
import { withFreshUniqueFields } from '../requests/unique-fields.ts';
import { UniqueValues } from '../requests/unique-values.ts';
import { createRandom, generate } from '../values/random/generate.ts';
import { type NegatedRequest, negateRequest, reapplyNegation } from './negate-request.ts';
import { pinTo, type RandomBase } from './pin-request.ts';
import { requestArbitrary } from './request-arbitrary.ts';
import { type RequestLocation, requestLocations } from './request-location.ts';

/** A random request that knows which smaller ones to try when it fails. */
export interface RandomCase extends SpecifiedCase {
  /** The seed of its unique values. */
  readonly seed: number;
  /** Returns the request without its unique fields, which differ each time. */
  fingerprint(): string;
  /** Returns the same case, whose shrinks take their unique values from a named sequence. */
  walk(name: string): RandomCase;
  /** Yields simpler requests with the same expectation and target, the simplest first. */
  shrinks(): Iterable<RandomCase>;
}

export interface RandomOptions {
  readonly seed: number;
  /** Number of valid and of invalid requests, each; a quarter as many have unspecified values. */
  readonly randomCases: number;
  /** A request that the service accepted: random ones refer to the same record, and omit the parts that it lacks. */
  readonly base?: RandomBase | undefined;
  /** Knows the values of the user, which random requests have too. */
  readonly unique?: UniqueValues;
  /** Whether a request is made, by its name: `random valid request 1`. */
  readonly isWanted?: ((name: string) => boolean) | undefined;
}

/** Whether an id is that of a random request. */
export function isRandom(id: string, operation: Operation): boolean {
  return id.startsWith(`${operation.id}: random `);
}

const UNSPECIFIED_RATIO = 4;

/**
 * Generates random requests of an operation lazily; none if no valid request was found.
 * Each depends on the seed and its number only, neither on order nor on responses.
 * @param onTimeout called if one takes too long to generate; no other follows it
 */
export function randomCases(
  contract: Contract,
  operation: Operation,
  options: RandomOptions,
  onTimeout: () => void = () => {},
): Generator<RandomCase> {
  return pullWithDeadline(casesOf(contract, operation, options), onTimeout);
}

function* casesOf(contract: Contract, operation: Operation, options: RandomOptions): Generator<RandomCase> {
  const { seed, randomCases: count, unique = new UniqueValues(seed), isWanted = () => true } = options;
  const pin = pinTo(contract, operation, options.base, unique);
  const [valid, open] = (['text', 'open'] as const).map((characters) => {
    const specs = requestArbitrary(contract, operation, characters);
    return pin && specs ? specs.map(pin) : specs;
  });
  if (!valid || !open) return;
  const sites = requestLocations(contract, operation);
  const source = { contract, operation, seed, base: options.base, unique };
  for (let run = 1; run <= count; run++) {
    const [accepted, rejected] = [`random valid request ${run}`, `random invalid request ${run}`];
    if (isWanted(accepted)) yield* validOrUnspecifiedCase(source, valid, accepted, 'accept');
    if (isWanted(rejected)) yield* invalidCase(source, valid, sites, rejected);
    if (run % UNSPECIFIED_RATIO !== 1) continue;
    const unspecified = `random unspecified request ${(run - 1) / UNSPECIFIED_RATIO + 1}`;
    if (isWanted(unspecified)) yield* validOrUnspecifiedCase(source, open, unspecified, 'any');
  }
}

/** Returns the maximum number of requests for a number of runs. */
export function randomCaseCount(runs: number): number {
  return 2 * runs + Math.ceil(runs / UNSPECIFIED_RATIO);
}

interface Source {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly seed: number;
  readonly base: RandomBase | undefined;
  readonly unique: UniqueValues;
}

/** A request to send, before it gets new unique values. */
interface TargetRequest extends Pick<TestCaseInit, 'id' | 'spec' | 'expectation'> {
  readonly targets: readonly Clause[];
  readonly uniqueFieldUnderTest: boolean;
  readonly valueUnderTest?: string | undefined;
  readonly leniency?: boolean;
}

function* validOrUnspecifiedCase(
  source: Source,
  specs: Arbitrary<RequestSpec>,
  id: string,
  expectation: 'accept' | 'any',
): Generator<RandomCase> {
  const random = createRandom(source.seed, `${source.operation.id} ${id}`);
  const generated = generate(specs, random);
  const aim = (spec: RequestSpec): TargetRequest => ({
    id,
    spec,
    expectation,
    targets: [],
    uniqueFieldUnderTest: false,
  });
  if (generated)
    yield new Shrinkable(source, specs, source.unique.seeded(random.nextInt()), aim).caseOf(
      generated,
      aim(generated.value),
    );
}

function* invalidCase(
  source: Source,
  specs: Arbitrary<RequestSpec>,
  requestLocations: readonly RequestLocation[],
  id: string,
): Generator<RandomCase> {
  const random = createRandom(source.seed, `${source.operation.id} ${id}`);
  const generated = generate(specs, random);
  const violation = generated && negateRequest(source.contract, requestLocations, generated.value, random);
  if (!violation) return;
  const aim = ({ label, clauses, spec, ...underTest }: NegatedRequest): TargetRequest => ({
    id: `${id} (${label})`,
    spec,
    expectation: 'reject',
    targets: clauses,
    uniqueFieldUnderTest: underTest.uniqueFieldUnderTest,
    valueUnderTest: underTest.valueUnderTest,
    leniency: underTest.leniency,
  });
  const same = (draft: RequestSpec) => {
    const found = reapplyNegation(source.contract, violation, draft);
    return found && aim(found);
  };
  yield new Shrinkable(source, specs, source.unique.seeded(random.nextInt()), same).caseOf(generated, aim(violation));
}

/** The cases that a generated request can shrink to. */
class Shrinkable {
  private readonly source: Source;
  private readonly specs: Arbitrary<RequestSpec>;
  private readonly unique: UniqueValues;
  private readonly goal: (spec: RequestSpec) => TargetRequest | undefined;

  /** @param aim returns the request for a smaller spec; undefined if it lacks the violation */
  constructor(
    source: Source,
    specs: Arbitrary<RequestSpec>,
    unique: UniqueValues,
    aim: (spec: RequestSpec) => TargetRequest | undefined,
  ) {
    this.source = source;
    this.specs = specs;
    this.unique = unique;
    this.goal = aim;
  }

  caseOf(generated: Value<RequestSpec>, aim: TargetRequest): RandomCase {
    const { contract, operation } = this.source;
    const spec = aim.uniqueFieldUnderTest ? aim.spec : withUniqueFields(this.source, this.unique, aim);
    const origin = originOf(contract, operation);
    return {
      ...createTestCase(contract, this.unique, { ...aim, operation, spec, origin, ...changeOf(this.source, spec) }),
      seed: this.unique.seed,
      fingerprint: () => fingerprintOf(this.source, aim),
      walk: (name) => new Shrinkable(this.source, this.specs, this.unique.fork(name), this.goal).caseOf(generated, aim),
      shrinks: () => this.shrinksOf(generated),
    };
  }

  private *shrinksOf(generated: Value<RequestSpec>): Generator<RandomCase> {
    for (const smaller of this.specs.shrink(generated.value_, generated.context)) {
      const aim = this.goal(smaller.value);
      if (aim) yield this.caseOf(smaller, aim);
    }
  }
}

/** Where the random requests of an operation come from. */
export function originOf({ document }: Contract, { pointer }: Operation): CaseOrigin {
  return { suite: 'generated', kind: 'random', location: document.locate(pointer) };
}

/** Whether a request refers to another record than the base. */
function changeOf({ base }: Source, { parameters }: RequestSpec): Pick<TestCaseInit, 'change'> {
  if (!base) return {};
  return { change: jsonEqual(parameters.path, base.spec.parameters.path) ? 'content' : 'address' };
}

/** Returns the request with new unique values, if the schema allows them. */
function withUniqueFields(
  { contract, operation }: Source,
  unique: UniqueValues,
  { spec, expectation, valueUnderTest }: TargetRequest,
): RequestSpec {
  const next = withFreshUniqueFields(contract, unique, operation, spec, valueUnderTest);
  const schema = requestMediaType(operation)?.schema;
  if (!next || next.body === undefined || expectation === 'reject' || !schema) return next ?? spec;
  return contract.schemas.accepts(schema, next.body, 'request') ? next : spec;
}

function fingerprintOf({ contract, operation, unique }: Source, { spec }: TargetRequest): string {
  const { parameters, body } = withFreshUniqueFields(contract, unique.seeded(0), operation, spec) ?? spec;
  return stringifyJson([...Object.values(parameters), ...(body === undefined ? [] : [body])]);
}
