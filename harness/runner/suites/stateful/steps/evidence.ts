import type { CapturedValue, SequenceStep } from '../../../../core/sequence.ts';
import { truncateBody } from '../../../execute/truncate-response.ts';
import type { Step } from '../../../pool/journal.ts';

/** Steps as the evidence of a finding, with the values that later ones take from the responses to earlier ones. */
export function toSequence(steps: readonly Step[]): SequenceStep[] {
  const known: CapturedValue[] = [];
  return steps.map((step) => {
    const { purpose, exchange, captures } = step;
    const inPath = capturedSegments(step, known);
    known.push(...captures);
    return { purpose, request: exchange.case.request, response: truncateBody(exchange.response), captures, inPath };
  });
}

function capturedSegments({ operation, exchange }: Step, known: readonly CapturedValue[]): SequenceStep['inPath'] {
  const segments = pathSegments(exchange.case.request.path);
  return pathSegments(operation.path).flatMap((part, segment) => {
    const parameter = /^\{([^{}]+)\}$/.exec(part)?.[1];
    const value = segments[segment];
    const same = known.filter((each) => parameter !== undefined && encodeURIComponent(each.value) === value);
    const name = (same.find((each) => each.name.startsWith(`${parameter}_`)) ?? same.at(-1))?.name;
    return name === undefined ? [] : [{ segment, name }];
  });
}

function pathSegments(path: string): string[] {
  return (path.split('?')[0] ?? '').split('/');
}
