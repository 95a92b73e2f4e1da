import { isSuccess } from '../checks/response.ts';
import type { Case, HttpResponse, Operation } from '../core/model.ts';
import type { ResponseUnderTest } from './documented-response.ts';
import type { DryRun } from './dry-run.ts';

/** What the mock does with an operation as long as nothing is broken. */
export interface DryRunStats {
  /** How many answers of each effect the cases of a run get. */
  readonly given: Readonly<Record<ResponseUnderTest['effect'], number>>;
  /** The first exchange of each effect. */
  readonly usual: Readonly<Record<ResponseUnderTest['effect'], DryRunSample | undefined>>;
}

export interface DryRunSample {
  readonly case: Case;
  readonly answer: HttpResponse;
}

/** Counts what was answered to the cases of a run. */
export function measureDryRun(operation: Operation, cases: readonly Case[], rehearsal: DryRun): DryRunStats {
  const given = { accepted: 0, refused: 0 };
  const usual: { accepted?: DryRunSample; refused?: DryRunSample } = {};
  for (const asked of cases) {
    const answer = rehearsal.answerTo(asked);
    if (!answer) continue;
    const effect = isSuccess(operation, answer.status) ? 'accepted' : 'refused';
    given[effect]++;
    usual[effect] ??= { case: asked, answer };
  }
  return { given, usual: { accepted: usual.accepted, refused: usual.refused } };
}
