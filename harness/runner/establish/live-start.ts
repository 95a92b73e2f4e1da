import type { Operation } from '../../core/model.ts';
import type { BoundaryContext } from '../../generate/boundary/case-spec.ts';
import type { RequestSpec } from '../../generate/requests/build-request.ts';
import { changesRecord } from '../pool/record-use.ts';
import type { Executor } from '../suite.ts';
import type { Given } from './establish-operation.ts';
import { requestWithBody } from './with-body.ts';

/** What the search for the base of an operation begins with: requests that name live records, if there are any. */
export async function onLiveRecords(
  context: BoundaryContext,
  executor: Executor,
): Promise<Pick<Given, 'context' | 'withBody'>> {
  const { operation, requiredOnly, allParts } = context;
  const [required, all] = [await bound(executor, operation, requiredOnly), await bound(executor, operation, allParts)];
  if (!executor.records || !required || !all) return { context, withBody: requestWithBody(context) };
  const live = {
    ...context,
    requiredOnly: required,
    allParts: all,
    changesRecord: changesRecord(executor.records.live.model, operation),
  };
  const withBody = requestWithBody(live);
  return { context: live, withBody: withBody && ((await bound(executor, operation, withBody)) ?? withBody) };
}

async function bound({ records }: Executor, operation: Operation, spec: RequestSpec): Promise<RequestSpec | undefined> {
  const found = await records?.live.bind(operation, spec);
  return found && !('problem' in found) ? found : undefined;
}
