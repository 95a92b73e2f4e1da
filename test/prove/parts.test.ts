import { expect, test } from 'vitest';
import { isPassing, type MutationEvent, mutationSummary } from '../../harness/prove/report.ts';
import { formatMutationReport } from '../../harness/prove/report-text.ts';
import { runMutationTests } from '../../harness/prove/run.ts';
import type { MutationConfig } from '../../harness/prove/session.ts';

const ids = Array.from({ length: 25 }, (_, index) => `read${index}`);

const read = (operationId: string) => ({
  operationId,
  responses: { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'integer' } } } } },
});

const config: MutationConfig = {
  spec: {
    openapi: '3.1.0',
    info: { title: 'many', version: '1' },
    paths: Object.fromEntries(ids.map((id) => [`/${id}`, { get: read(id) }])),
  },
  ...{ overlays: [], examples: [], suites: ['generated'], seed: 1 },
  tries: ({ mutator }) => mutator === 'response-body',
  rounds: () => false,
};

/** Runs mutation tests until an event, at which they are aborted. */
async function eventsUntil(isLast: (event: MutationEvent) => boolean): Promise<MutationEvent[]> {
  const abort = new AbortController();
  const events: MutationEvent[] = [];
  for await (const event of runMutationTests(config, abort.signal)) {
    events.push(event);
    if (isLast(event)) abort.abort();
  }
  return events;
}

function reportOf(events: readonly MutationEvent[]) {
  const last = events.at(-1);
  if (last?.type !== 'end') throw new Error('the mutation tests ended without a report');
  return last.report;
}

test('the operations of a large document are planned and run some at a time, and reported together', async () => {
  const events = await eventsUntil(() => false);
  const parts = events.flatMap((event) => (event.type === 'start' ? [event] : []));
  expect(parts.map(({ operations, of }) => `${operations} of ${of}`)).toEqual(['10 of 25', '10 of 25', '5 of 25']);
  const report = reportOf(events);
  expect(isPassing(report)).toBe(true);
  expect(new Set(report.mutants.map(({ mutant }) => mutant.operation.id))).toEqual(new Set(ids));
  expect(report.planned).toEqual({ mutants: report.mutants.length, variations: report.variations.length });
  expect(mutationSummary(report)).toMatch(/^Mutation score 100%/);
});

test('what is stopped before all operations are planned has results of the first ones, and names the others', async () => {
  let parts = 0;
  const report = reportOf(await eventsUntil(({ type }) => type === 'start' && ++parts === 2));
  expect(isPassing(report)).toBe(false);
  expect(report.mutants.length).toBeGreaterThan(0);
  expect(report.planned).toBeUndefined();
  expect(report.notRun).toEqual(ids.slice(10));
  const stopped = `Aborted after ${report.mutants.length} mutants; not run: mutants of read10, `;
  expect(formatMutationReport(report, false)).toContain(stopped);
});
