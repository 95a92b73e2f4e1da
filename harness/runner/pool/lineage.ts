import type { CaseResult, Exchange } from '../../core/model.ts';
import { capturedBy, type KnownValue, type Lineage, type SequenceStep } from '../../core/sequence.ts';
import { isSpecified } from '../../generate/requests/test-case.ts';
import { truncateBody } from '../execute/truncate-response.ts';
import type { Step } from './journal.ts';
import { usedRecords } from './lease.ts';
import { lineage as stepsTo } from './live-record.ts';
import type { Prepared } from './tenancy.ts';

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
function capturedSegments(
  { operation, exchange }: Pick<Step, 'operation' | 'exchange'>,
  known: readonly KnownValue[],
): SequenceStep['inPath'] {
  const segments = pathSegments(exchange.case.request.path);
  return pathSegments(operation.path).flatMap((part, segment) => {
    // Also `{id}:archive` and `{id}.json`.
    const [, parameter, suffix = ''] = /^\{([^{}]+)\}([:.].*)?$/.exec(part) ?? [];
    const value = segments[segment];
    const same = known.filter(
      ({ from, value: each }) =>
        parameter !== undefined && from.in !== 'version' && encodeURIComponent(each) + suffix === value,
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

/** The result of a case; with where the records come from that it was sent with, if it is evidence. */
export function withLineage(result: CaseResult, prepared: Prepared, exchange: Exchange): CaseResult {
  return extend(result, () => lineageOf(prepared, exchange));
}

/** The result of one of several steps; with where the records come from that it names, if it is evidence. */
export function withStepsBefore(result: CaseResult, step: Step, steps: readonly Step[]): CaseResult {
  return extend(result, () => createdBefore(step, steps.slice(0, steps.indexOf(step))));
}

function extend(result: CaseResult, find: () => Lineage | undefined): CaseResult {
  const lineage = result.exchange && result.findings.length > 0 ? find() : undefined;
  return result.exchange && lineage ? { ...result, exchange: { ...result.exchange, lineage } } : result;
}

function lineageOf({ tenancy, lease = tenancy?.first, read }: Prepared, exchange: Exchange): Lineage | undefined {
  if (!lease || !isSpecified(exchange.case)) return undefined;
  const records = usedRecords(lease, exchange.case.spec);
  const given = records.flatMap((record) => [...stepsTo(record), ...record.changes]);
  return toLineage([...new Set([...given, ...(read ? [read] : [])])], exchange);
}

function toLineage(before: readonly Step[], exchange: Exchange): Lineage | undefined {
  const steps = toSequence(before);
  const known = steps.flatMap(({ request, captures }) => capturedBy(request, captures));
  return steps.length === 0
    ? undefined
    : { steps, inPath: capturedSegments({ operation: exchange.case.operation, exchange }, known) };
}

function createdBefore(step: Step, before: readonly Step[]): Lineage | undefined {
  const needed: Step[] = [];
  for (const each of before.toReversed())
    if ([step, ...needed].some((later) => isNamedBy(later, each))) needed.unshift(each);
  return toLineage(needed, step.exchange);
}

/** Whether a request names a record that an earlier one has created: in its path, or in its body. */
function isNamedBy({ exchange: { case: later } }: Step, { exchange, captures }: Step): boolean {
  const segments = pathSegments(later.request.path);
  const body = Buffer.from(later.request.body ?? []).toString('utf8');
  const values: readonly string[] = body.match(/"(?:[^"\\]|\\.)*"|[-\d.eE+]+/g) ?? [];
  const isPut = exchange.case.request.method === 'PUT' && later.request.path.startsWith(exchange.case.request.path);
  return (
    isPut ||
    captures.some(
      ({ value }) =>
        segments.some((segment) => [segment, segment.replace(/[:.].*/, '')].includes(encodeURIComponent(value))) ||
        [value, JSON.stringify(value)].some((text) => values.includes(text)),
    )
  );
}
