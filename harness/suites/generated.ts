import { systematicCases } from '../cases/systematic/systematic-cases.ts';
import type { Case, Outcome } from '../model.ts';
import { judgeResets } from './ask.ts';
import { askAll } from './ask-all.ts';
import type { Suite, SuiteContext } from './suite.ts';

/** Requests that the document itself gives rise to: every boundary and every violation, then random ones. */
export const generated: Suite = {
  name: 'generated',
  run: (context) => askGenerated(context, systematic(context)),
};

/** Asks generated cases, whoever made them: a proof makes them once for many runs. */
export async function* askGenerated(context: SuiteContext, cases: Iterable<Case>): AsyncIterable<Outcome> {
  yield* askAll(context, 'generated', cases);
  yield* judgeResets(context, 'generated');
}

function systematic({ contract, fresh, operations, authorized, leaveOut }: SuiteContext): Case[] {
  return operations.flatMap((operation) => {
    const cases = systematicCases(contract, fresh, operation);
    if (!cases) leaveOut(`no valid request could be made for ${operation.id}: give one with --examples`);
    return (cases ?? []).filter(({ anonymous }) => authorized || !anonymous);
  });
}
