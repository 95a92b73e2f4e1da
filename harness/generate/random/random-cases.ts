import type { Arbitrary, Value } from 'fast-check';
import type { Contract } from '../../openapi/contract.ts';
import { writeJson } from '../../core/json/index.ts';
import type { Case, Clause, Operation } from '../../core/model.ts';
import { type CaseParts, makeCase } from '../requests/test-case.ts';
import { Fresh } from '../requests/unique-values.ts';
import { freshDraft } from '../requests/unique-fields.ts';
import { bodyType, type Draft } from '../requests/build-request.ts';
import { draftsOf } from './request-arbitrary.ts';
import { draw } from '../values/random/generate.ts';
import { seeded } from '../values/random/seeded.ts';
import { type Site, sitesOf } from './request-location.ts';
import { pickViolation, sameViolation, type Violation } from './negate-request.ts';

/** A random request that knows which smaller ones to try when it fails. */
export interface RandomCase extends Case {
  /** What is sent but for identifying values, which differ each time. */
  likeness(): string;
  /** The same case, whose shrinks have the identifying values of the walk of this name, whatever other walks there were. */
  walk(name: string): RandomCase;
  /** Simpler requests with the same intent, about the same clause, the simplest first; drawn when asked for. */
  shrinks(): Iterable<RandomCase>;
}

export interface RandomOptions {
  readonly seed: number;
  /** Valid requests, and as many with one violation each; of those with values that the contract leaves open, a quarter as many. */
  readonly runs: number;
}

const OPEN_SHARE = 4;

/**
 * Random requests of an operation, drawn one at a time as they are asked for; none where no valid request was found.
 * Each depends on the seed and its own number alone: neither order nor answers change a byte of it.
 */
export function* randomCases(contract: Contract, operation: Operation, options: RandomOptions): Generator<RandomCase> {
  const { seed, runs } = options;
  const [valid, open] = [draftsOf(contract, operation, 'text'), draftsOf(contract, operation, 'open')];
  if (!valid || !open) return;
  const sites = sitesOf(contract, operation);
  const source = { contract, operation, seed };
  for (let run = 1; run <= runs; run++) {
    yield* plainCase(source, valid, `random valid request ${run}`, 'accept');
    yield* violatingCase(source, valid, sites, `random invalid request ${run}`);
    if (run % OPEN_SHARE === 1)
      yield* plainCase(source, open, `random open request ${(run - 1) / OPEN_SHARE + 1}`, 'either');
  }
}

/** How many requests of an operation so many runs are, if each can be made. */
export function randomCount(runs: number): number {
  return 2 * runs + Math.ceil(runs / OPEN_SHARE);
}

interface Source {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly seed: number;
}

/** What is sent for a draft, but for its identifying values. */
interface Aim extends Pick<CaseParts, 'id' | 'draft' | 'intent'> {
  readonly about: readonly Clause[];
  readonly fixedIdentity: boolean;
}

function* plainCase(
  source: Source,
  drafts: Arbitrary<Draft>,
  id: string,
  intent: 'accept' | 'either',
): Generator<RandomCase> {
  const random = seeded(source.seed, `${source.operation.id} ${id}`);
  const drawn = draw(drafts, random);
  const aim = (draft: Draft): Aim => ({ id, draft, intent, about: [], fixedIdentity: false });
  if (drawn) yield new Shrinkable(source, drafts, new Fresh(random.nextInt()), aim).caseOf(drawn, aim(drawn.value));
}

function* violatingCase(
  source: Source,
  drafts: Arbitrary<Draft>,
  sites: readonly Site[],
  id: string,
): Generator<RandomCase> {
  const random = seeded(source.seed, `${source.operation.id} ${id}`);
  const drawn = draw(drafts, random);
  const violation = drawn && pickViolation(source.contract, sites, drawn.value, random);
  if (!violation) return;
  const aim = ({ label, clauses, draft, fixedIdentity }: Violation): Aim => ({
    id: `${id} (${label})`,
    draft,
    intent: 'reject',
    about: clauses,
    fixedIdentity,
  });
  const same = (draft: Draft) => {
    const found = sameViolation(source.contract, violation, draft);
    return found && aim(found);
  };
  yield new Shrinkable(source, drafts, new Fresh(random.nextInt()), same).caseOf(drawn, aim(violation));
}

/** The cases that one drawn request can shrink to. */
class Shrinkable {
  private readonly source: Source;
  private readonly drafts: Arbitrary<Draft>;
  private readonly fresh: Fresh;
  private readonly aim: (draft: Draft) => Aim | undefined;

  /** @param aim what is sent for a draft; undefined where the draft cannot show the same */
  constructor(source: Source, drafts: Arbitrary<Draft>, fresh: Fresh, aim: (draft: Draft) => Aim | undefined) {
    this.source = source;
    this.drafts = drafts;
    this.fresh = fresh;
    this.aim = aim;
  }

  caseOf(drawn: Value<Draft>, aim: Aim): RandomCase {
    const { contract, operation } = this.source;
    const draft = aim.fixedIdentity ? aim.draft : identified(this.source, this.fresh, aim);
    const location = contract.document.locate(operation.pointer);
    const origin = { suite: 'generated', kind: 'random', location };
    return {
      ...makeCase(contract, this.fresh, { ...aim, operation, draft, origin }),
      likeness: () => likenessOf(this.source, aim),
      walk: (name) => new Shrinkable(this.source, this.drafts, this.fresh.fork(name), this.aim).caseOf(drawn, aim),
      shrinks: () => this.shrinksOf(drawn),
    };
  }

  private *shrinksOf(drawn: Value<Draft>): Generator<RandomCase> {
    for (const smaller of this.drafts.shrink(drawn.value_, drawn.context)) {
      const aim = this.aim(smaller.value);
      if (aim) yield this.caseOf(smaller, aim);
    }
  }
}

/** The draft with fresh identifying values, where the schema takes them. */
function identified({ contract, operation }: Source, fresh: Fresh, { draft, intent }: Aim): Draft {
  const next = freshDraft(contract, fresh, operation, draft);
  const schema = bodyType(operation)?.schema;
  if (!next || next.body === undefined || intent === 'reject' || !schema) return next ?? draft;
  return contract.schemas.accepts(schema, next.body, 'request') ? next : draft;
}

function likenessOf({ contract, operation }: Source, { draft }: Aim): string {
  const { parameters, body } = freshDraft(contract, new Fresh(0), operation, draft) ?? draft;
  return writeJson([...Object.values(parameters), ...(body === undefined ? [] : [body])]);
}
