import { isAnswer, isSuccess } from '../checks/answer.ts';
import type { Answer, Case, Operation, Target } from '../model.ts';
import { authorize } from '../suites/authorize.ts';
import type { SuiteContext } from '../suites/suite.ts';
import type { Documented } from './subject.ts';

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

/** Sends the cases of an operation to the mock as it is. */
export async function measure(
  { target, credentials, signal }: SuiteContext,
  operation: Operation,
  cases: readonly Case[],
): Promise<Baseline> {
  const given = { accepted: 0, refused: 0 };
  const usual: { accepted?: Usual; refused?: Usual } = {};
  for (const asked of cases) {
    const answer = await send(target, authorize(asked, credentials), signal);
    if (!answer) continue;
    const effect = isSuccess(operation, answer.status) ? 'accepted' : 'refused';
    given[effect]++;
    usual[effect] ??= { case: asked, answer };
  }
  return { given, usual: { accepted: usual.accepted, refused: usual.refused } };
}

async function send(target: Target, { request }: Case, signal: AbortSignal): Promise<Answer | undefined> {
  const answer = await target.send(request, signal);
  return isAnswer(answer) ? answer : undefined;
}
