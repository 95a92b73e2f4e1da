import type { Clause } from '../../../../core/model.ts';
import { capturedBy, type KnownValue, type SequenceStep } from '../../../../core/sequence.ts';
import { clauseParts } from '../../../../openapi/clauses/clauses.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import { truncateBody } from '../../../execute/truncate-response.ts';
import type { Step } from '../../../pool/journal.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import type { Difference } from './expected-properties.ts';

/** What a finding is about, and what shows it. */
export interface Evidence {
  readonly records: readonly LiveRecord[];
  readonly steps: readonly Step[];
  readonly message: string;
  readonly differences?: readonly Difference[];
  readonly expected?: string;
  readonly actual?: string;
}

/** Steps as the evidence of a finding, with the values that later ones take from the responses to earlier ones. */
export function toSequence(steps: readonly Step[]): SequenceStep[] {
  const known: KnownValue[] = [];
  return steps.map((step) => {
    const { purpose, exchange, captures } = step;
    const inPath = capturedSegments(step, known);
    const { request } = exchange.case;
    known.push(...capturedBy(request, captures));
    return { purpose, request, response: truncateBody(exchange.response), captures, inPath };
  });
}

/** Two records may have the same id: the one that was created in the path before the id counts, then the latest of the parameter's name. */
function capturedSegments({ operation, exchange }: Step, known: readonly KnownValue[]): SequenceStep['inPath'] {
  const segments = pathSegments(exchange.case.request.path);
  return pathSegments(operation.path).flatMap((part, segment) => {
    const parameter = /^\{([^{}]+)\}$/.exec(part)?.[1];
    const value = segments[segment];
    const same = known.filter(
      ({ from, value: each }) => parameter !== undefined && from.in !== 'version' && encodeURIComponent(each) === value,
    );
    const before = segments.slice(0, segment).join('/');
    const found =
      same.findLast(({ collection }) => collection === before) ??
      same.findLast(({ name }) => name.startsWith(`${parameter}_`)) ??
      same.at(-1);
    return found === undefined ? [] : [{ segment, name: found.name }];
  });
}

function pathSegments(path: string): string[] {
  return (path.split('?')[0] ?? '').split('/');
}

/** The clause of the response to a step. */
export function clauseOf(contract: Contract, { operation, response }: Step): Clause {
  const documented = response && operation.response(response.status);
  if (!documented) return contract.clauseAt(operation, clauseParts.anyResponse, operation.pointer);
  return contract.clauseAt(operation, clauseParts.response(documented), documented.pointer);
}
