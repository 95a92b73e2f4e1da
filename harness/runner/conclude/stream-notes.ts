import type { Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { RunTotals } from '../../report/aggregate/run-totals.ts';

/** Returns a note for each stream that was responded with, but of which no item came: a run says nothing about its items. */
export function streamNotes(contract: Contract, operations: readonly Operation[], totals: RunTotals): string[] {
  return operations
    .filter((operation) => isEmptyStream(contract, operation, totals))
    .map(
      ({ id }) => `no item of the stream of ${id} came in time, so none was checked (--stream-time reads for longer)`,
    );
}

function isEmptyStream(contract: Contract, operation: Operation, { covered, violated }: RunTotals): boolean {
  const types = operation.responses.flatMap(({ key, content }) =>
    content.flatMap(({ type, stream }) => (stream?.schema ? [{ key, type }] : [])),
  );
  return types.some(({ key, type }) => {
    const own = contract
      .clausesOf(operation)
      .filter(({ part }) => part.kind === 'response-body' && part.status === key && part.mediaType === type);
    const isReached = own.some(({ id, instancePath }) => instancePath === '' && covered.has(id));
    return (
      isReached &&
      !own.some(({ id }) => violated.has(id)) &&
      !own.some(({ id, instancePath }) => instancePath.startsWith('/*') && covered.has(id))
    );
  });
}
