/**
 * The library: load a contract, serve it, verify a service against it, evaluate exchanges of one's own, and render reports.
 * Everything that is exported has its documentation where it is defined.
 */

export type { SeverityLevel } from './checks/severity.ts';
export { InputError, UsageError } from './core/errors.ts';
export {
  type Case,
  type CaseOrigin,
  type CaseResult,
  type CaseStatus,
  type Check,
  type Clause,
  type Direction,
  type DocumentedResponse,
  ExactNumber,
  type Exchange,
  type Expectation,
  type Finding,
  type FormEncoding,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
  type JsonObject,
  type JsonValue,
  type MediaType,
  type NamedExample,
  type Operation,
  type Parameter,
  type ParameterIn,
  type ParameterStyle,
  type RequestBody,
  type ResponseHeader,
  type Severity,
  type SourceLocation,
  type TransportError,
  type TransportErrorKind,
  type Unspecified,
} from './core/model.ts';
export type { ReceivedRequest, RequestProblem } from './core/received-request.ts';
export type {
  BaselineFinding,
  CaseSelection,
  Cause,
  ClauseCoverage,
  FindingGroup,
  LifeStage,
  OperationSummary,
  Report,
  ResourceSummary,
  RunEvent,
  RunVerdict,
  Shard,
  StageSummary,
  StatusCount,
  SuiteSummary,
} from './core/report.ts';
export type { CallbackOptions } from './mock/callbacks/callback-options.ts';
export type { CallbackDelivery } from './mock/callbacks/delivery.ts';
export type { HandlerRequest, MockHandler, OverrideResponse } from './mock/control/overrides.ts';
export { type Mock, type MockOptions, startMock } from './mock/mock.ts';
export type { ProxyOptions } from './mock/proxy/proxy-options.ts';
export type { MockRequest } from './mock/request-log.ts';
export type { StreamOptions } from './mock/respond/stream-options.ts';
export type { OperationName, Respond, TypedRequest, TypedResponse, TypedState, UntypedApi } from './mock/typed-mock.ts';
export type { MockInterceptor, MockResponse, MockState, RequestValidation, SeedData } from './mock/types.ts';
export type { Contract } from './openapi/contract.ts';
export { loadContract } from './openapi/load.ts';
export { type ConsoleOptions, consoleReport } from './report/console/console.ts';
export { curlCommand } from './report/curl/curl.ts';
export { githubAnnotations } from './report/github.ts';
export { renderers } from './report/index.ts';
export { readReport } from './report/json/json.ts';
export { mergeReports, type ShardReport } from './report/merge.ts';
export { ContractViolationError } from './report/violation-error.ts';
export type { App } from './runner/app/listen-app.ts';
export { type AssertContractOptions, assertContract } from './runner/assert-contract.ts';
export {
  defineHooks,
  type HookExchange,
  type HookRequest,
  type HookRun,
  type Hooks,
  type RequestChange,
  type RunPreparation,
} from './runner/hooks/hooks.ts';
export type {
  AxiosLikeResponse,
  FetchResponse,
  ObservedExchange,
  ObservedHeaders,
  ObservedRequest,
  ObservedResponse,
  PlaywrightResponse,
  ReadResponse,
  SupertestResponse,
  UndiciResponse,
  UnreadResponse,
} from './runner/observed/types.ts';
export { run } from './runner/run.ts';
export type { Effort } from './runner/settings/effort.ts';
export { type RunConfig, resolveOptions } from './runner/settings/options.ts';
export { failedCases } from './runner/settings/repetition.ts';
export type { VerifyOptions } from './runner/settings/verify-options.ts';
export { checkTraffic } from './runner/traffic/check-traffic.ts';
export type { TrafficOptions } from './runner/traffic/options.ts';
export { type VerifyInput, verify } from './runner/verify.ts';
