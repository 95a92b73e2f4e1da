import type { Operation } from '../../../core/model.ts';
import { splitSharedDeletions } from '../../execute/last-deletions.ts';
import { ENDINGS, endingOf } from '../../service/endings.ts';
import type { SuiteContext } from '../../suite.ts';

/** DELETE comes late: it may delete the record that other requests refer to. What ends a session or more comes last, the least first. */
export function inOrder(context: SuiteContext) {
  const isEnding = (operation: Operation) => endingOf(context, operation) !== undefined;
  const operations = context.source.operations.filter((operation) => !isEnding(operation));
  const { others, deletions } = splitSharedDeletions(context, operations);
  const model = context.executor.records?.live.model;
  const isDelete = ({ id, method }: Operation) => method === 'DELETE' || model?.operations.get(id)?.role === 'delete';
  const usual: Operation[][] = [others.filter((operation) => !isDelete(operation)), others.filter(isDelete)];
  const endings = ENDINGS.map((ending) =>
    context.source.operations.filter((operation) => endingOf(context, operation) === ending),
  );
  return { usual, deletions, endings };
}
