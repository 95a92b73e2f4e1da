import { isIPv4 } from 'node:net';
import { DREDD } from '../../core/check-ids.ts';
import type { PlannedWrites } from '../../core/report.ts';
import type { RunConfig } from '../settings/options.ts';
import { isSafeMethod } from '../settings/select-operations.ts';
import type { CaseSource } from '../suite.ts';
import { generatedCases } from '../suites/generated/cases.ts';
import { STATEFUL } from '../suites/stateful/name.ts';

/** Generating every case of a large document takes as long as a run. */
const COUNT_MS = 300;

/**
 * Returns how many requests may change records of a service that is not on this machine.
 * @returns undefined for a service on this machine, and if there are none
 */
export function plannedWrites(
  source: CaseSource,
  { suites, only }: Pick<RunConfig, 'suites' | 'only'>,
  target: string,
): PlannedWrites | undefined {
  const operations = source.operations.filter(({ method }) => !isSafeMethod(method));
  if (operations.length === 0 || isLoopback(new URL(target).hostname)) return undefined;
  const isWritten = new Set(operations.map(({ id }) => id));
  const repeated = only?.cases.filter(({ operation }) => isWritten.has(operation));
  if (repeated) return { operations: isWritten.size, requests: repeated.length, isAll: false };
  const examples = source.examples.filter(({ operation }) => operations.includes(operation));
  let requests = examples.length * suites.filter((name) => name === 'examples' || name === DREDD).length;
  if (!suites.includes('generated'))
    return { operations: operations.length, requests, isAll: !suites.includes(STATEFUL) };
  const end = performance.now() + COUNT_MS;
  for (const _ of generatedCases({ ...source, operations }, () => undefined)) {
    requests++;
    if (performance.now() > end) return { operations: operations.length, requests, isAll: false };
  }
  return { operations: operations.length, requests, isAll: !suites.includes(STATEFUL) };
}

/** RFC 6761 6.3, RFC 5735 section 3, RFC 4291 section 2.5.3 */
function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost') || name === '[::1]') return true;
  return isIPv4(name) && name.startsWith('127.');
}
