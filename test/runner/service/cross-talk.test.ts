import { describe, expect, test } from 'vitest';
import type { Case, HttpRequest } from '../../../harness/core/model.ts';
import { boundaryCases } from '../../../harness/generate/boundary/boundary-cases.ts';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import { loadContract } from '../../../harness/openapi/load.ts';
import { findRunViolations } from '../../../harness/runner/conclude/run-findings.ts';
import { executeCases } from '../../../harness/runner/execute/execute-cases.ts';
import { CrossTalkDetector } from '../../../harness/runner/service/cross-talk.ts';
import { generated } from '../../../harness/runner/suites/generated/suite.ts';
import { createResponse } from '../../checks/exchanges.ts';
import { all, context, rejected, Scripted } from '../helpers.ts';

const contract = loadContract('spec/openapi.yaml');
const operation = contract.operations[1];
if (!operation) throw new Error('the document has two operations');

/** Accepted cases with fresh ids, and the record that each sends. */
const cases = [...(boundaryCases(contract, new UniqueValues(3), operation) ?? [])].filter(
  ({ expectation, uniqueFieldUnderTest, id }) =>
    expectation === 'accept' && !uniqueFieldUnderTest && / \/name /.test(id),
);
const record = (testCase: { readonly request: HttpRequest } | undefined) =>
  JSON.parse(Buffer.from(testCase?.request.body ?? []).toString()) as { id: number; name: string };

/** What is found when pairs of requests are under way at once, and each gets the record that `choose` gives for it. */
function found(pairs: number, choose: (own: Case, other: Case, pair: number) => unknown): string[] {
  const mixUps = new CrossTalkDetector(contract);
  for (let pair = 0; pair < pairs; pair++) {
    const [one, two] = [cases[2 * pair], cases[2 * pair + 1]];
    if (!one || !two) throw new Error('too few cases');
    const arrived = [mixUps.watch(one), mixUps.watch(two)] as const;
    arrived[0](createResponse({ status: 201, body: choose(one, two, pair) as never }));
    arrived[1](createResponse({ status: 201, body: choose(two, one, pair) as never }));
  }
  return mixUps.take().map(({ error }) => error.detail);
}

describe('responses that hold what another request sent', () => {
  test('while it was under way are found, with the one that sent it', () => {
    const details = found(5, (_, other) => record(other));
    expect(details).toHaveLength(10);
    expect(details[0]).toBe(
      `its /id ${record(cases[1]).id} was sent by "${cases[1]?.id}", which was in flight at the same time`,
    );
  });

  test.each<[string, number, (own: Case, other: Case, pair: number) => unknown]>([
    ['are few, so that they may have come about otherwise', 4, (_, other) => record(other)],
    ['have an id of their own', 10, (own) => record(own)],
    ['have an id of the service', 10, (own, _, pair) => ({ ...record(own), id: 100_000 + pair })],
    ['are always the same record', 10, () => record(cases[0])],
    ['were sent before', 10, (_, __, pair) => record(cases[Math.max(0, 2 * pair - 2)])],
    ['are no objects', 10, () => [1]],
  ])('that %s are none', (_, pairs, choose) => {
    expect(found(pairs, choose)).toEqual([]);
  });

  test('in an error are none, for it may be about any record', () => {
    const mixUps = new CrossTalkDetector(contract);
    for (const [index, each] of cases.slice(0, 20).entries()) {
      const arrived = [mixUps.watch(each), mixUps.watch(cases[index + 1] ?? each)];
      for (const arrive of arrived)
        arrive(createResponse({ ...rejected(409), body: { ...record(cases[index + 1]), code: 1 } }));
    }
    expect(mixUps.take()).toEqual([]);
  });
});

/** Takes every request that is JSON, and responds a moment later with the record that it has got last: a variable that all requests share. */
function sharing(): Scripted {
  let last = '';
  return new Scripted(async (request) => {
    last = Buffer.from(request.body ?? []).toString();
    await new Promise((resolve) => setImmediate(resolve));
    return createResponse({ status: 201, body: Buffer.from(last) });
  });
}

describe('a service that keeps what it works on where all requests share it', () => {
  test('is found out', async () => {
    const given = context(sharing());
    await all(executeCases(given, 'test', cases));
    const findings = await findRunViolations(given.executor);
    expect(findings.map(({ finding: { check, message } }) => [check, message])).toEqual([
      [
        'complete-response',
        expect.stringMatching(/^response to another request: its \/id \d+ was sent by "createTurtle: /),
      ],
    ]);
    expect(findings[0]?.evidence.length).toBeGreaterThan(8);
  });

  test('is found out by a run of the suite', async () => {
    const given = context(sharing(), { operations: [operation], randomCases: 0 });
    await all(generated.run(given));
    const [found] = await findRunViolations(given.executor);
    expect(found?.finding.message).toMatch(/^response to another request/);
  });

  test('and gets one request at a time mixes nothing up', async () => {
    const given = context(sharing(), { concurrency: 1 });
    await all(executeCases(given, 'test', cases));
    expect(await findRunViolations(given.executor)).toEqual([]);
  });
});
