import { isSuccess } from '../checks/response.ts';
import { isResponse } from '../core/http-response.ts';
import type { Case, HttpResponse, Operation } from '../core/model.ts';
import { isRequestTarget, type ReceivedRequest } from '../core/received-request.ts';
import { withCredentials } from '../http/credentials.ts';
import type { MockResponse, RequestValidation } from '../mock/types.ts';
import type { ResponseUnderTest } from './documented-response.ts';
import { mediaTypeOf } from './json-response.ts';
import type { Mutant } from './mutant.ts';
import type { TestBed } from './test-bed.ts';

/** How the unmodified mock handled a case. */
interface DryRunExchange {
  /** The response that the client received. */
  readonly response: HttpResponse;
  /** The requests that the mock received; empty if it never got one. */
  readonly received: readonly HandledRequest[];
}

interface HandledRequest {
  readonly request: ReceivedRequest;
  readonly validation: RequestValidation;
  readonly response: MockResponse;
}

/** The cases of an operation with the responses of the unmodified mock. */
export class DryRun {
  private readonly cases: ReadonlySet<Case>;
  private readonly exchanges: ReadonlyMap<Case, DryRunExchange>;

  private constructor(cases: ReadonlySet<Case>, exchanges: ReadonlyMap<Case, DryRunExchange>) {
    this.cases = cases;
    this.exchanges = exchanges;
  }

  /** Sends each case once, one at a time, until aborted. */
  static async of(
    testBed: TestBed,
    operation: Operation,
    cases: ReadonlySet<Case>,
    abort: AbortSignal,
  ): Promise<DryRun> {
    const exchanges = new Map<Case, DryRunExchange>();
    let received: HandledRequest[] = [];
    const onResponse = (request: ReceivedRequest, validation: RequestValidation, response: MockResponse) => {
      received.push({ request, validation, response });
      return response;
    };
    const { client, credentials, signal } = testBed.set({ onResponse }, [operation]).executor;
    for (const testCase of cases) {
      if (abort.aborted) break;
      received = [];
      const response = await client.send(withCredentials(testCase, credentials).request, signal);
      // Without a response, as on a busy machine, nothing is known of the case.
      if (isResponse(response)) exchanges.set(testCase, { response, received });
    }
    return new DryRun(cases, exchanges);
  }

  responseTo(testCase: Case): HttpResponse | undefined {
    return this.exchanges.get(testCase)?.response;
  }

  /** Returns whether the mutant may respond differently to any case. */
  isAnyChanged(mutant: Mutant): boolean {
    return [...this.cases].some((each) => this.isChanged(each, mutant));
  }

  /** Returns whether the mutant may respond differently to the case than the mock; true if that is not known. */
  isChanged(testCase: Case, mutant: Mutant): boolean {
    const before = this.exchanges.get(testCase);
    let changed = !before;
    const { onValidated, onResponse } = mutant.mutate(() => {
      changed = true;
    });
    for (const { request, validation, response } of before?.received ?? []) {
      const other = onValidated?.(request, validation) ?? validation;
      onResponse?.(request, other, response);
    }
    return changed;
  }
}

/** How the unmodified mock handles an operation. */
export interface DryRunStats {
  /** How many cases of a run are accepted and rejected. */
  readonly cases: Readonly<Record<ResponseUnderTest['disposition'], number>>;
  /** How many cases are to be rejected. */
  readonly expectedRejections: number;
  /** The first accepted and the first rejected case of each status and media type. */
  readonly samples: Readonly<Record<ResponseUnderTest['disposition'], readonly DryRunSample[]>>;
}

export interface DryRunSample {
  readonly case: Case;
  readonly response: HttpResponse;
}

/** Counts the responses to the cases of a run. */
export function measureDryRun(operation: Operation, cases: readonly Case[], dryRun: DryRun): DryRunStats {
  const counts = { accepted: 0, rejected: 0 };
  const samples = { accepted: new Map<string, DryRunSample>(), rejected: new Map<string, DryRunSample>() };
  for (const testCase of cases) {
    const response = dryRun.responseTo(testCase);
    if (!response || !isRequestTarget(testCase.request.path)) continue;
    const disposition = isSuccess(operation, response.status) ? 'accepted' : 'rejected';
    counts[disposition]++;
    const kind = `${response.status} ${mediaTypeOf(response)}`;
    if (!samples[disposition].has(kind)) samples[disposition].set(kind, { case: testCase, response });
  }
  const expectedRejections = cases.filter(({ expectation, leniency }) => expectation === 'reject' && !leniency).length;
  const [accepted, rejected] = [[...samples.accepted.values()], [...samples.rejected.values()]];
  return { cases: counts, expectedRejections, samples: { accepted, rejected } };
}
