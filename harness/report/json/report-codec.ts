import type {
  AcceptedFinding,
  ClauseCoverage,
  FindingGroup,
  OperationSummary,
  Shard,
  SuiteSummary,
} from '../../core/report.ts';
import type { Clause, Finding, Gap, Location, Outcome } from '../../core/model.ts';
import { type Codec, flag, list, maybe, misfit, number, object, optional, text, whole, word } from './codec.ts';
import { exchange } from './exchange.ts';

const location: Codec<Location> = object({ file: text, line: whole, column: whole });

const clause: Codec<Clause> = object({
  id: text,
  operation: text,
  direction: word('request', 'response'),
  part: text,
  pointer: text,
  location,
  path: text,
  says: text,
});

const finding = {
  check: text,
  severity: word('error', 'warning'),
  message: text,
  expected: optional(text),
  actual: optional(text),
};

export const findingGroup: Codec<FindingGroup> = object({
  key: text,
  operation: text,
  ...finding,
  clause,
  count: whole,
  suites: list(text),
  cases: list(text),
  exchange: maybe(exchange),
});

export const coverage: Codec<ClauseCoverage> = object({
  clause,
  state: word('exercised', 'broken', 'unreached'),
  count: whole,
  why: optional(text),
});

export const operation: Codec<OperationSummary> = object({
  id: text,
  method: text,
  path: text,
  location,
  sent: whole,
  accepted: whole,
  refused: whole,
  proven: flag,
  why: optional(text),
});

export const suite: Codec<SuiteSummary> = object({
  name: text,
  pass: whole,
  fail: whole,
  error: whole,
  skip: whole,
  ms: number,
  leftOut: optional(text),
});

export const shard: Codec<Shard> = object({ number: whole, count: whole });

export const acceptedFinding: Codec<AcceptedFinding> = object({
  operation: text,
  check: text,
  clause: text,
  says: text,
  seen: flag,
});

export const gap: Codec<Gap> = object({ pointer: text, location, says: text });

/** An outcome names clauses by their index in the report's coverage, since thousands of outcomes name the same ones. */
export function outcomeCodec(clauses: readonly Clause[]): Codec<Outcome> {
  const indexes = new Map(clauses.map(({ id }, index) => [id, index]));
  const byId: Codec<string> = {
    write: (id) => indexes.get(id) ?? id,
    read: (json, at) => (typeof json === 'string' ? json : pick(clauses, json, at).id),
  };
  const byClause: Codec<Clause> = {
    write: (value) => indexes.get(value.id) ?? clause.write(value),
    read: (json, at) => (typeof json === 'number' ? pick(clauses, json, at) : clause.read(json, at)),
  };
  const own: Codec<Finding> = object({ ...finding, clause: byClause });
  const another: Codec<Outcome> = {
    write: (value) => outcome.write(value),
    read: (json, at) => outcome.read(json, at),
  };
  const outcome: Codec<Outcome> = object({
    suite: text,
    case: text,
    operation: text,
    intent: word('accept', 'reject', 'either'),
    verdict: word('pass', 'fail', 'error', 'skip'),
    effect: maybe(word('accepted', 'refused')),
    findings: list(own),
    exercised: list(byId),
    reason: optional(text),
    shrunk: optional(list(object({ key: text, outcome: another }))),
    exchange: optional(exchange),
    ms: number,
    ifAccepting: optional(another),
  });
  return outcome;
}

function pick(clauses: readonly Clause[], json: unknown, at: string): Clause {
  const found = typeof json === 'number' ? clauses[json] : undefined;
  if (!found) throw misfit(at, `the index of one of ${clauses.length} clauses in coverage`, json);
  return found;
}
