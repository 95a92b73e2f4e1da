import { isSuccess } from '../checks/response.ts';
import type { Answer, Case, Operation } from '../core/model.ts';
import type { Documented } from './documented-response.ts';
import type { Rehearsal } from './dry-run.ts';

/** What the mock does with an operation as long as nothing is broken. */
export interface Baseline {
  /** How many answers of each effect the cases of a run get. */
  readonly given: Readonly<Record<Documented['effect'], number>>;
  /** The first exchange of each effect. */
  readonly usual: Readonly<Record<Documented['effect'], Usual | undefined>>;
}

export interface Usual {
  readonly case: Case;
  readonly answer: Answer;
}

/** Counts what was answered to the cases of a run. */
export function measure(operation: Operation, cases: readonly Case[], rehearsal: Rehearsal): Baseline {
  const given = { accepted: 0, refused: 0 };
  const usual: { accepted?: Usual; refused?: Usual } = {};
  for (const asked of cases) {
    const answer = rehearsal.answerTo(asked);
    if (!answer) continue;
    const effect = isSuccess(operation, answer.status) ? 'accepted' : 'refused';
    given[effect]++;
    usual[effect] ??= { case: asked, answer };
  }
  return { given, usual: { accepted: usual.accepted, refused: usual.refused } };
}
