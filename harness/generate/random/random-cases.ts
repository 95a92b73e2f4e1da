import type { Arbitrary, Value } from 'fast-check';
import { jsonEqual } from '../../core/json/equal.ts';
import { stringifyJson } from '../../core/json/index.ts';
import type { Case, Clause, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { type RequestSpec, requestMediaType } from '../requests/build-request.ts';
import { createTestCase, type TestCaseInit } from '../requests/test-case.ts';
import { withFreshUniqueFields } from '../requests/unique-fields.ts';
import { UniqueValues } from '../requests/unique-values.ts';
import { createRandom, generate } from '../values/random/generate.ts';
import { type NegatedRequest, negateRequest, reapplyNegation } from './negate-request.ts';
import { pinTo, type RandomBase } from './pin-request.ts';
import { requestArbitrary } from './request-arbitrary.ts';
import { type RequestLocation, requestLocations } from './request-location.ts';

/** A random request that knows which smaller ones to try when it fails. */
export interface RandomCase extends Case {
  /** What is sent but for identifying values, which differ each time. */
  fingerprint(): string;
  /** The same case, whose shrinks have the identifying values of the walk of this name, whatever other walks there were. */
  walk(name: string): RandomCase;
  /** Simpler requests with the same intent, about the same clause, the simplest first; drawn when asked for. */
  shrinks(): Iterable<RandomCase>;
}

export interface RandomOptions {
  readonly seed: number;
  /** Valid requests, and as many with one violation each; of those with values that the contract leaves open, a quarter as many. */
  readonly randomCases: number;
  /** A valid request that the service accepted: what it refers to stays, and parts that it lacks are left out. */
  readonly base?: RandomBase | undefined;
}

const UNSPECIFIED_RATIO = 4;

/**
 * Random requests of an operation, drawn one at a time as they are asked for; none where no valid request was found.
 * Each depends on the seed and its own number alone: neither order nor answers change a byte of it.
 */
export function* randomCases(contract: Contract, operation: Operation, options: RandomOptions): Generator<RandomCase> {
  const { seed, randomCases: count } = options;
  const pin = options.base && pinTo(operation, options.base);
  const [valid, open] = (['text', 'open'] as const).map((characters) => {
    const specs = requestArbitrary(contract, operation, characters);
    return pin && specs ? specs.map(pin) : specs;
  });
  if (!valid || !open) return;
  const sites = requestLocations(contract, operation);
  const source = { contract, operation, seed, base: options.base };
  for (let run = 1; run <= count; run++) {
    yield* validOrUnspecifiedCase(source, valid, `random valid request ${run}`, 'accept');
    yield* invalidCase(source, valid, sites, `random invalid request ${run}`);
    if (run % UNSPECIFIED_RATIO === 1)
      yield* validOrUnspecifiedCase(source, open, `random open request ${(run - 1) / UNSPECIFIED_RATIO + 1}`, 'any');
  }
}

/** How many requests of an operation so many runs are, if each can be made. */
export function randomCaseCount(runs: number): number {
  return 2 * runs + Math.ceil(runs / UNSPECIFIED_RATIO);
}

interface Source {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly seed: number;
  readonly base: RandomBase | undefined;
}

/** What is sent for a draft, but for its identifying values. */
interface TargetRequest extends Pick<TestCaseInit, 'id' | 'spec' | 'expectation'> {
  readonly targets: readonly Clause[];
  readonly uniqueFieldUnderTest: boolean;
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
    yield new Shrinkable(source, specs, new UniqueValues(random.nextInt()), aim).caseOf(
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
  const aim = ({ label, clauses, spec, uniqueFieldUnderTest }: NegatedRequest): TargetRequest => ({
    id: `${id} (${label})`,
    spec,
    expectation: 'reject',
    targets: clauses,
    uniqueFieldUnderTest,
  });
  const same = (draft: RequestSpec) => {
    const found = reapplyNegation(source.contract, violation, draft);
    return found && aim(found);
  };
  yield new Shrinkable(source, specs, new UniqueValues(random.nextInt()), same).caseOf(generated, aim(violation));
}

/** The cases that one drawn request can shrink to. */
class Shrinkable {
  private readonly source: Source;
  private readonly specs: Arbitrary<RequestSpec>;
  private readonly unique: UniqueValues;
  private readonly goal: (spec: RequestSpec) => TargetRequest | undefined;

  /** @param aim what is sent for a draft; undefined where the draft cannot show the same */
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
    const location = contract.document.locate(operation.pointer);
    const origin = { suite: 'generated', kind: 'random', location };
    return {
      ...createTestCase(contract, this.unique, { ...aim, operation, spec, origin, ...changeOf(this.source, spec) }),
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

/** Whether a request refers to another record than the base. */
function changeOf({ base }: Source, { parameters }: RequestSpec): Pick<TestCaseInit, 'change'> {
  if (!base) return {};
  return { change: jsonEqual(parameters.path, base.spec.parameters.path) ? 'content' : 'address' };
}

/** The draft with fresh identifying values, where the schema takes them. */
function withUniqueFields(
  { contract, operation }: Source,
  unique: UniqueValues,
  { spec, expectation }: TargetRequest,
): RequestSpec {
  const next = withFreshUniqueFields(contract, unique, operation, spec);
  const schema = requestMediaType(operation)?.schema;
  if (!next || next.body === undefined || expectation === 'reject' || !schema) return next ?? spec;
  return contract.schemas.accepts(schema, next.body, 'request') ? next : spec;
}

function fingerprintOf({ contract, operation }: Source, { spec }: TargetRequest): string {
  const { parameters, body } = withFreshUniqueFields(contract, new UniqueValues(0), operation, spec) ?? spec;
  return stringifyJson([...Object.values(parameters), ...(body === undefined ? [] : [body])]);
}
