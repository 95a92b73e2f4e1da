import { isSuccess } from '../checks/response.ts';
import { isResponse } from '../core/http-response.ts';
import type { Case, HttpResponse, Operation } from '../core/model.ts';
import type { ReceivedRequest } from '../core/received-request.ts';
import { withCredentials } from '../http/credentials.ts';
import type { MockResponse, RequestValidation } from '../mock/types.ts';
import type { ResponseUnderTest } from './documented-response.ts';
import type { Mutant } from './mutant.ts';
import type { TestBed } from './test-bed.ts';

/** A case as the unbroken mock took it. */
interface Rehearsed {
  /** What the client saw; undefined where no answer came. */
  readonly response: HttpResponse | undefined;
  /** What the mock saw; empty for what never became a request. */
  readonly received: readonly Taken[];
}

interface Taken {
  readonly request: ReceivedRequest;
  readonly validation: RequestValidation;
  readonly response: MockResponse;
}

/** Cases with what the mock makes of them as long as nothing is broken. */
export class DryRun {
  private readonly cache: ReadonlyMap<Case, Rehearsed>;

  private constructor(known: ReadonlyMap<Case, Rehearsed>) {
    this.cache = known;
  }

  /** Sends each case once, one after the other, until it is stopped. */
  static async of(
    stage: TestBed,
    operations: readonly Operation[],
    cases: Iterable<Case>,
    stop: AbortSignal,
  ): Promise<DryRun> {
    const known = new Map<Case, Rehearsed>();
    let taken: Taken[] = [];
    const answered = (request: ReceivedRequest, judgement: RequestValidation, response: MockResponse) => {
      taken.push({ request, validation: judgement, response: response });
      return response;
    };
    const { client, credentials, signal } = stage.set({ onResponse: answered }, operations).executor;
    for (const testCase of cases) {
      if (stop.aborted) break;
      taken = [];
      const response = await client.send(withCredentials(testCase, credentials).request, signal);
      known.set(testCase, { response: isResponse(response) ? response : undefined, received: taken });
    }
    return new DryRun(known);
  }

  responseTo(testCase: Case): HttpResponse | undefined {
    return this.cache.get(testCase)?.response;
  }

  /** True where a service with this break answers the case otherwise than the mock did; also where the case was not rehearsed. */
  isChanged(testCase: Case, given: Mutant): boolean {
    const rehearsed = this.cache.get(testCase);
    let changed = !rehearsed;
    const { onValidated, onResponse } = given.mutate(() => {
      changed = true;
    });
    for (const { request, validation, response } of rehearsed?.received ?? []) {
      const other = onValidated?.(request, validation) ?? validation;
      onResponse?.(request, other, response);
    }
    return changed;
  }
}

/** What the mock does with an operation as long as nothing is broken. */
export interface DryRunStats {
  /** How many answers of each effect the cases of a run get. */
  readonly cases: Readonly<Record<ResponseUnderTest['disposition'], number>>;
  /** The first exchange of each effect. */
  readonly samples: Readonly<Record<ResponseUnderTest['disposition'], DryRunSample | undefined>>;
}

export interface DryRunSample {
  readonly case: Case;
  readonly response: HttpResponse;
}

/** Counts what was answered to the cases of a run. */
export function measureDryRun(operation: Operation, cases: readonly Case[], rehearsal: DryRun): DryRunStats {
  const given = { accepted: 0, rejected: 0 };
  const usual: { accepted?: DryRunSample; rejected?: DryRunSample } = {};
  for (const testCase of cases) {
    const response = rehearsal.responseTo(testCase);
    if (!response) continue;
    const effect = isSuccess(operation, response.status) ? 'accepted' : 'rejected';
    given[effect]++;
    usual[effect] ??= { case: testCase, response: response };
  }
  return { cases: given, samples: { accepted: usual.accepted, rejected: usual.rejected } };
}
