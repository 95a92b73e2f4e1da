/**
 * The library: load a contract, serve it, verify a service against it, judge exchanges of one's own, and render reports.
 * Everything that is exported has its documentation where it is defined.
 */
export { type AssertOptions, assertContract } from './runner/assert-contract.ts';
export type { Level } from './checks/severity.ts';
export { type VerifyConfig, type VerifyOptions, widen } from './runner/options.ts';
export type { Contract } from './openapi/contract.ts';
export { loadContract } from './openapi/load.ts';
export { ContractError, UsageError } from './core/errors.ts';
export { mergeReports, type ShardReport } from './report/merge.ts';
export type { Intercept, Judgement, MockAnswer, Problem, ReceivedRequest } from './mock/types.ts';
export { type Mock, type MockOptions, startMock } from './mock/mock.ts';
export type { MockRequest } from './mock/request-log.ts';
export type {
  AcceptedFinding,
  ClauseCoverage,
  FindingGroup,
  OperationSummary,
  Report,
  RunEvent,
  RunVerdict,
  Shard,
  SuiteSummary,
} from './core/report.ts';
export {
  type Answer,
  type Case,
  type Check,
  type Clause,
  type Direction,
  ExactNumber,
  type Exchange,
  type Fault,
  type FaultKind,
  type Finding,
  type FormField,
  type Gap,
  type Intent,
  type Json,
  type JsonObject,
  type Location,
  type MediaType,
  type NamedExample,
  type Operation,
  type Origin,
  type Outcome,
  type Parameter,
  type ParameterPlace,
  type ParameterStyle,
  type Request,
  type RequestBody,
  type ResponseHeader,
  type ResponseSpec,
  type Severity,
  type Target,
  type Verdict,
} from './core/model.ts';
export type { ObservedExchange, ObservedHeaders } from './runner/observed.ts';
export { type ConsoleOptions, consoleReport } from './report/console/console.ts';
export { curlCommand } from './report/curl/curl.ts';
export { githubAnnotations } from './report/github.ts';
export { renderers } from './report/index.ts';
export { readReport } from './report/json/json.ts';
export { run } from './runner/run.ts';
export { verify } from './verify.ts';
export { ContractViolation } from './report/violation-error.ts';
