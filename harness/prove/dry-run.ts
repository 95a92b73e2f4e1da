import { isResponse } from '../checks/response.ts';
import type { Case, HttpResponse, Operation } from '../core/model.ts';
import { withCredentials } from '../http/credentials.ts';
import type { MockResponse, ReceivedRequest, RequestValidation } from '../mock/types.ts';
import type { Mutant } from './mutant.ts';
import type { TestBed } from './test-bed.ts';

/** A case as the unbroken mock took it. */
interface Rehearsed {
  /** What the client saw; undefined where no answer came. */
  readonly answer: HttpResponse | undefined;
  /** What the mock saw; empty for what never became a request. */
  readonly taken: readonly Taken[];
}

interface Taken {
  readonly request: ReceivedRequest;
  readonly judgement: RequestValidation;
  readonly answer: MockResponse;
}

/** Cases with what the mock makes of them as long as nothing is broken. */
export class DryRun {
  private readonly known: ReadonlyMap<Case, Rehearsed>;

  private constructor(known: ReadonlyMap<Case, Rehearsed>) {
    this.known = known;
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
    const answered = (request: ReceivedRequest, judgement: RequestValidation, answer: MockResponse) => {
      taken.push({ request, judgement, answer });
      return answer;
    };
    const { target, credentials, signal } = stage.set({ answered }, operations);
    for (const asked of cases) {
      if (stop.aborted) break;
      taken = [];
      const answer = await target.send(withCredentials(asked, credentials).request, signal);
      known.set(asked, { answer: isResponse(answer) ? answer : undefined, taken });
    }
    return new DryRun(known);
  }

  answerTo(asked: Case): HttpResponse | undefined {
    return this.known.get(asked)?.answer;
  }

  /** True where a service with this break answers the case otherwise than the mock did; also where the case was not rehearsed. */
  isChanged(asked: Case, given: Mutant): boolean {
    const rehearsed = this.known.get(asked);
    let changed = !rehearsed;
    const { judged, answered } = given.alter(() => {
      changed = true;
    });
    for (const { request, judgement, answer } of rehearsed?.taken ?? []) {
      const other = judged?.(request, judgement) ?? judgement;
      answered?.(request, other, answer);
    }
    return changed;
  }
}
