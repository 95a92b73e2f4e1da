import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { keepsRequestOrder } from '../../../../openapi/resources/prose/request-order.ts';
import type { Step } from '../../../pool/journal.ts';
import type { Sequence } from '../steps/sequence.ts';

/**
 * Records that one request creates are shown in its order, where the document says so.
 * @param places of the records of the request, in its order, in the response
 */
export function verifyRequestOrder(
  sequence: Sequence,
  { operation }: ResourceOperation,
  step: Step,
  places: readonly number[],
): void {
  const isInOrder = places.every((place, index) => place === index);
  if (isInOrder || !keepsRequestOrder(sequence.contract.document, operation)) return;
  const inWords = (each: readonly number[]) => each.map((place) => place + 1).join(', ');
  sequence.report('created-is-readable', step, {
    records: [],
    steps: [step],
    message: `its response has the ${sequence.type.name} records in another order than the request, whose order they have by the document`,
    expected: `records ${inWords([...places].sort((a, b) => a - b))}`,
    actual: `records ${inWords(places)}`,
  });
}
