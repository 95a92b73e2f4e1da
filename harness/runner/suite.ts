import type { SeverityPolicy } from '../checks/severity.ts';
import type {
  CaseResult,
  Check,
  HttpClient,
  HttpRequest,
  HttpResponse,
  Operation,
  TransportError,
} from '../core/model.ts';
import type { CaseStore } from '../generate/requests/stored-cases.ts';
import type { SpecifiedCase } from '../generate/requests/test-case.ts';
import type { UniqueValues } from '../generate/requests/unique-values.ts';
import type { Credentials } from '../http/credentials.ts';
import type { Transport } from '../http/transport.ts';
import type { Contract } from '../openapi/contract.ts';
import type { ResourceModel, ResourceType } from '../openapi/resources/model.ts';
import { ClauseCoverageIndex } from './conclude/clause-coverage.ts';
import type { Gate } from './execute/gate.ts';
import type { LastDeletions } from './execute/last-deletions.ts';
import type { SentRequests } from './execute/sent-requests.ts';
import type { SkippedItem } from './execute/skipped-requests.ts';
import type { SuiteRecords } from './pool/suite-records.ts';
import { createServiceState, type ServiceState } from './service/service-state.ts';
import type { Effort } from './settings/effort.ts';
import type { Repetition } from './settings/repetition.ts';

/** What cases are made from. */
export interface CaseSource {
  readonly contract: Contract;
  /** The operations under test; a subset of the contract's. */
  readonly operations: readonly Operation[];
  readonly unique: UniqueValues;
  readonly seed: number;
  readonly effort: Effort;
  /** Random requests per operation, valid and invalid each. */
  readonly randomCases: number;
  /** The named requests of the example files and of the document. */
  readonly examples: readonly SpecifiedCase[];
  /** True if there are credentials to send, so that their absence can be tested. */
  readonly hasCredentials: boolean;
  /** Has the generated cases of earlier runs. Absent: each run generates its own. */
  readonly store?: CaseStore;
}

/**
 * Starts the service again, and waits until it is reachable.
 * @returns undefined once it is, else why it is not
 */
export type RestartService = (
  waitUntilReachable: (stop: AbortSignal) => Promise<string | undefined>,
) => Promise<string | undefined>;

/** How cases are sent to one service, and its responses evaluated. */
export interface Executor {
  readonly contract: Contract;
  readonly client: HttpClient;
  readonly unique: UniqueValues;
  /** With their severities applied. */
  readonly checks: readonly Check[];
  /** For a suite with findings of its own. Absent: severities stay as they are. */
  readonly severityPolicy?: SeverityPolicy;
  /** Added to every request of an operation. */
  readonly credentials: (operation: Operation) => Credentials;
  /** Whether a request that was not accepted (401) may be accepted with the credentials that there are now. Absent: never. */
  readonly renew?: (request: HttpRequest) => Promise<boolean>;
  /** What was sent in place of requests. Absent: they themselves. */
  readonly sentRequests?: SentRequests;
  /** The request with the changes of hooks, for a suite with a client of its own. Absent: there are none. */
  readonly prepare?: (request: HttpRequest) => Promise<HttpRequest>;
  /** Tells a hook of what a client of a suite's own received. */
  readonly notify?: (request: HttpRequest, response: HttpResponse | TransportError) => Promise<void>;
  /** Whether `credentials` has any. */
  readonly hasCredentials: boolean;
  readonly timeoutMs: number;
  /** How the service is reached, for a suite with a client of its own. Absent: directly. */
  readonly transport?: Transport;
  readonly signal: AbortSignal;
  /** Starts the service again after it ended. Absent: nobody can. */
  readonly restart?: RestartService;
  readonly coverage: ClauseCoverageIndex;
  readonly serviceState: ServiceState;
  /** Live records for the cases of a suite. Absent: requests name what the document and the user say. */
  readonly records?: SuiteRecords;
}

/** An executor that knows nothing of its service yet. */
export function createExecutor(parts: Omit<Executor, 'coverage' | 'serviceState'>): Executor {
  const { contract } = parts;
  return { ...parts, coverage: new ClauseCoverageIndex(contract), serviceState: createServiceState(contract) };
}

/** When and how many cases are sent. */
export interface RunControl {
  readonly signal: AbortSignal;
  /** `performance.now()` after which nothing more is sent. */
  readonly deadline: number;
  /** Maximum concurrent requests. */
  readonly concurrency: number;
  /** Whether a case belongs to this run: not to another shard, nor to those that are not repeated. Absent: all do. */
  readonly isSelected?: (testCase: string, operation: string) => boolean;
  /** Present if only some cases of an earlier run are sent. */
  readonly repetition?: Repetition;
  /** Reports why cases are skipped: how many requests, and whether those are all of them. */
  readonly onSkip: (skipped: string | SkippedItem, requests?: number, all?: boolean) => void;
  /** Reports the expected number of cases; each call replaces the one before. */
  readonly onCaseCount?: (cases: number) => void;
  /** Present if suites run side by side. */
  readonly deletions?: LastDeletions;
  /** Present if time is so short that every operation is tried once before the examples of the document are sent. */
  readonly firstTries?: Gate;
  /** Present for a suite that runs alone: what it has not done when its turn is over, it does after the others. */
  readonly turn?: Turn;
}

/** The first part of a run, in which a suite runs alone. */
export interface Turn {
  /** `performance.now()` after which the others begin. */
  readonly deadline: number;
  /** Lets the others run; resolves when they are done. */
  readonly giveWay: () => Promise<void>;
}

/** What a suite works with. */
export interface SuiteContext {
  readonly source: CaseSource;
  readonly executor: Executor;
  readonly control: RunControl;
  /** For sequences of requests. Absent: the target keeps no records. */
  readonly stateful?: StatefulSettings;
}

/** What sequences of requests need beside other suites. */
export interface StatefulSettings {
  readonly model: () => ResourceModel;
  /** Whether the sequences of a resource type belong to this run, not to another shard. */
  readonly isInShard: (type: ResourceType) => boolean;
  /** How long readers wait until they show a change. */
  readonly consistencyMs: number;
  /** Leaves the records that were created. */
  readonly keep: boolean;
  /** Whether the user names an operation by its id, which allows what it may end; on the built-in mock, that is always allowed. */
  readonly isNamed: (operation: Operation) => boolean;
  /** Whether the user selects operations by `include`. */
  readonly isSelective: boolean;
}

export interface Suite {
  readonly name: string;
  /** Runs before the others and alone, because they change whatever records they come upon. */
  readonly isExclusive?: boolean;
  run(context: SuiteContext): AsyncIterable<CaseResult>;
  /** Stops what the suite started before its run. */
  close?(): Promise<void>;
}
