import { isSuccess } from '../checks/response.ts';
import type { Case, HttpResponse, Operation } from '../core/model.ts';
import type { ResponseUnderTest } from './documented-response.ts';
import type { DryRun } from './dry-run.ts';

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
  for (const asked of cases) {
    const answer = rehearsal.responseTo(asked);
    if (!answer) continue;
    const effect = isSuccess(operation, answer.status) ? 'accepted' : 'rejected';
    given[effect]++;
    usual[effect] ??= { case: asked, response: answer };
  }
  return { cases: given, samples: { accepted: usual.accepted, rejected: usual.rejected } };
}
