import { expect, test } from 'vitest';
import type { Case, HttpResponse, Operation, TransportError } from '../../harness/core/model.ts';
import { DryRun } from '../../harness/prove/dry-run.ts';
import type { Mutant } from '../../harness/prove/mutant.ts';
import type { TestBed } from '../../harness/prove/test-bed.ts';

const operation = {} as Operation;
const testCase = { operation, request: { path: '/' }, withoutCredentials: true } as unknown as Case;
/** It changes nothing of what the mock has received. */
const mutant = { mutate: () => ({}) } as unknown as Mutant;

/** The dry run of a case whose client gets this. */
async function dryRunOf(result: Partial<HttpResponse> | TransportError): Promise<DryRun> {
  const client = { send: () => Promise.resolve(result) };
  const testBed = { set: () => ({ executor: { client } }) } as unknown as TestBed;
  return DryRun.of(testBed, operation, new Set([testCase]), new AbortController().signal);
}

test('a case that the mock responds to, and that a mutant leaves as it is, is not sent to it', async () => {
  const dryRun = await dryRunOf({ status: 400 });
  expect(dryRun.isChanged(testCase, mutant)).toBe(false);
});

test('a case without a response is sent to each mutant', async () => {
  const dryRun = await dryRunOf({ kind: 'timeout', detail: 'no response', durationMs: 1 });
  expect(dryRun.isChanged(testCase, mutant)).toBe(true);
});
