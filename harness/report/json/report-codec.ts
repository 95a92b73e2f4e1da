import type { ClausePart } from '../../core/clause-part.ts';
import type { CaseResult, Clause, Finding, SourceLocation, Unspecified } from '../../core/model.ts';
import type {
  BaselineFinding,
  ClauseCoverage,
  FindingGroup,
  OperationSummary,
  Shard,
  SuiteSummary,
} from '../../core/report.ts';
import {
  array,
  boolean,
  type Codec,
  enumOf,
  integer,
  nullable,
  number,
  object,
  optional,
  string,
  typeMismatch,
} from './codec.ts';
import { exchange } from './exchange.ts';

const location: Codec<SourceLocation> = object({ file: string, line: integer, column: integer });

const clausePart = object({
  kind: enumOf('any-response', 'security', 'parameter', 'request-body', 'response', 'response-body', 'response-header'),
  in: optional(enumOf('path', 'query', 'header', 'cookie')),
  name: optional(string),
  mediaType: optional(string),
  status: optional(string),
}) as Codec<ClausePart>;

const clause: Codec<Clause> = object({
  id: string,
  operation: string,
  direction: enumOf('request', 'response'),
  part: clausePart,
  schemaPointer: string,
  location,
  instancePath: string,
  description: string,
});

const finding = {
  check: string,
  severity: enumOf('error', 'warning'),
  message: string,
  expected: optional(string),
  actual: optional(string),
  outcome: optional(string),
};

export const findingGroup: Codec<FindingGroup> = object({
  key: string,
  operation: string,
  ...finding,
  clause,
  count: integer,
  suites: array(string),
  cases: array(string),
  exchange: nullable(exchange),
});

export const coverage: Codec<ClauseCoverage> = object({
  clause,
  state: enumOf('covered', 'violated', 'uncovered'),
  count: integer,
  reason: optional(string),
});

export const operation: Codec<OperationSummary> = object({
  id: string,
  method: string,
  path: string,
  location,
  sent: integer,
  accepted: integer,
  rejected: integer,
  verified: boolean,
  reason: optional(string),
  unique: optional(array(string)),
  known: optional(boolean),
});

export const suite: Codec<SuiteSummary> = object({
  name: string,
  pass: integer,
  fail: integer,
  error: integer,
  skip: integer,
  durationMs: number,
  skippedReason: optional(string),
});

export const shard: Codec<Shard> = object({ number: integer, count: integer });

export const acceptedFinding: Codec<BaselineFinding> = object({
  operation: string,
  check: string,
  clause: string,
  outcome: optional(string),
  description: string,
  stillPresent: boolean,
});

export const gap: Codec<Unspecified> = object({ pointer: string, location, description: string });

/** An outcome names clauses by their index in the report's coverage, since thousands of outcomes name the same ones. */
export function outcomeCodec(clauses: readonly Clause[]): Codec<CaseResult> {
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
  const another: Codec<CaseResult> = {
    write: (value) => result.write(value),
    read: (json, at) => result.read(json, at),
  };
  const result: Codec<CaseResult> = object({
    suite: string,
    case: string,
    operation: string,
    expectation: enumOf('accept', 'reject', 'any'),
    status: enumOf('pass', 'fail', 'error', 'skip'),
    disposition: nullable(enumOf('accepted', 'rejected')),
    findings: array(own),
    coveredClauses: array(byId),
    inconclusiveReason: optional(string),
    shrunk: optional(array(object({ key: string, result: another }))),
    exchange: optional(exchange),
    durationMs: number,
    inconclusive: optional(enumOf('credentials')),
  });
  return result;
}

function pick(clauses: readonly Clause[], json: unknown, at: string): Clause {
  const found = typeof json === 'number' ? clauses[json] : undefined;
  if (!found) throw typeMismatch(at, `the index of one of ${clauses.length} clauses in coverage`, json);
  return found;
}
