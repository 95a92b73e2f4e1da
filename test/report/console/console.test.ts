import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { formatLocation } from '../../../harness/core/errors.ts';
import type { Report, RunEvent } from '../../../harness/core/report.ts';
import {
  type ConsoleOptions,
  consoleReport,
  formatEvent,
  progressLine,
} from '../../../harness/report/console/console.ts';
import { Progress } from '../../../harness/report/console/progress.ts';
import { findings, keptReport, outcome, sampleReport } from '../sample.ts';
import { clauses } from '../sample-clauses.ts';
import { request, SAMPLE_SECRET, sampleResponse } from '../sample-exchanges.ts';

const plain: ConsoleOptions = { color: false, verbose: false, quiet: false, secretHeaders: [] };

function play(report: Report, options: ConsoleOptions): string[] {
  const progress = new Progress();
  const events: RunEvent[] = [
    { type: 'start', target: report.target, suites: report.suites.map(({ name }) => name), seed: report.seed },
    ...report.results.map((one): RunEvent => ({ type: 'result', result: one })),
    ...report.suites.map((suite): RunEvent => ({ type: 'suite', suite })),
    { type: 'end', report },
  ];
  return events.flatMap((event) => {
    progress.record(event);
    return formatEvent(event, progress, options);
  });
}

describe('the console at the end', () => {
  test('shows for each finding the clause, its place, what was expected and seen, how often, and how to repeat it', () => {
    const text = consoleReport(sampleReport(), plain);
    expect(text).toContain('✗ 1  lend: the response\'s property "number" is a string');
    for (const group of findings) {
      expect(text).toContain(group.clause.description);
      expect(text).toContain(formatLocation(group.clause.location));
      if (group.expected !== undefined) expect(text).toMatch(new RegExp(`expected +${group.expected}`));
      if (group.actual !== undefined) expect(text).toMatch(new RegExp(`actual +${group.actual}`));
    }
    expect(text).toContain('1,234 times in examples, generated');
    expect(text).toContain('201 Created, application/json');
    expect(text).toContain('no response: timeout after 5000 ms');
    expect(text).toContain("curl -i --path-as-is --globoff -X 'POST'");
  });

  test('gives the pointer of a clause beside its place in a minified document', () => {
    const [first] = findings;
    if (!first) throw new Error('the sample has no finding');
    const clause = { ...first.clause, location: { file: 'api.json', line: 1, column: 13_022 } };
    const text = consoleReport(sampleReport({ findings: [{ ...first, clause }] }), plain);
    expect(text).toContain(`defined at   api.json:1:13022 at ${clause.schemaPointer}\n`);
  });

  test('counts the resource types with a full life, and gives the reason for each missing stage', () => {
    const stages = (missing?: string) => [
      { stage: 'created' as const, operations: ['lend'] },
      { stage: 'deleted' as const, operations: [], ...(missing === undefined ? {} : { missing }) },
    ];
    const resources = [
      { name: 'loan', stages: stages() },
      { name: 'book', stages: stages('no operation under test does it') },
    ];
    const text = consoleReport(sampleReport({ resources }), plain);
    expect(text).toContain('resources: 1/2 created, read, updated and deleted\n  book: not deleted: no operation');
  });

  test('lists ten findings of a cause, and shows 20 causes in full', () => {
    const [first] = findings;
    if (!first) throw new Error('the sample has no finding');
    const many = Array.from({ length: 32 }, (_, index) => ({
      ...first,
      key: `${index}`,
      check: index < 12 ? 'schema' : `check ${index}`,
    }));
    const text = consoleReport(sampleReport({ findings: many }), { ...plain, quiet: true });
    expect(text.match(/(?:same cause {3}| {13})docs\/lending\.yaml/g)).toHaveLength(10);
    expect(text).toContain('and 1 more finding; the reports list them');
    expect(text.match(/^✗ \d+/gm)).toHaveLength(21);
    expect(text.match(/^ {5}check /gm)).toHaveLength(20);
    expect(text).toMatch(/^✗ 21 {2}lend: .* docs\/lending\.yaml:\d+:\d+, 1,234 times$/m);
  });

  test('says of every operation whether it is verified, of clauses how many were covered, and ends with the verdict', () => {
    const text = consoleReport(sampleReport(), plain);
    expect(text).toMatch(/lend +POST \/loans +5 +1 +1 +verified\n/);
    expect(text).toMatch(/takeBack +POST \/returns +3 +0 +0 +not verified: no valid request was accepted\n/);
    expect(text).toContain('operations: 1/2 with a success\nclauses:');
    expect(text).toContain('clauses: 7/11 covered, 3 violated, 4 not covered');
    expect(text).toContain('not tested by any request');
    expect(text).toContain('12 cases beyond --max-time');
    expect(text).toContain('not sent: 1 case: the service no longer listens');
    expect(text).toContain('inconclusive: 1 case: conflict: the value already exists (409)');
    expect(text.trimEnd().split('\n').slice(-2)).toEqual([
      '✗ failed  contract violated: 3 clauses in 8 requests',
      '8 of 8 planned cases against http://***@127.0.0.1:8080/api in 1.2 s, seed 42',
    ]);
  });

  test('shows no secret, not even where the service repeats it', () => {
    for (const text of [
      consoleReport(sampleReport(), plain),
      play(sampleReport(), { ...plain, verbose: true }).join('\n'),
    ]) {
      expect(text).not.toContain(SAMPLE_SECRET);
      expect(text).toContain('***');
    }
    expect(consoleReport(sampleReport(), plain)).not.toContain('pa55word');
    expect(consoleReport(sampleReport(), plain)).toContain('replace *** with your value of Authorization');
  });

  test('lets nothing that the service says act on the terminal or on a CI system', () => {
    const text = consoleReport(sampleReport(), plain);
    expect(text).not.toMatch(/[^\P{C}\n]/u);
    expect(text).toContain('\\u{1b}[31m\\u{2028}');
    expect(text.split('\n').filter((line) => line.trimStart().startsWith('::'))).toEqual([]);
  });

  test('bounds what a service can make it print', () => {
    const huge = {
      request: request('/loans', 'x'.repeat(2_000_000)),
      response: sampleResponse(200, 'OK', 'y\n'.repeat(4_000_000)),
    };
    const text = consoleReport(
      sampleReport({
        findings: findings.map((group) => ({ ...group, exchange: huge, actual: 'z'.repeat(1_000_000) })),
      }),
      plain,
    );
    expect(text.length).toBeLessThan(12_000);
    expect(text).toContain('... (8,000,000 bytes in total)');
  });

  test('with quiet, shows findings and the verdict alone', () => {
    const text = consoleReport(sampleReport(), { ...plain, quiet: true });
    expect(text).toContain('✗ 1  lend');
    expect(text).toContain('✗ failed');
    expect(text).not.toMatch(/^(clauses|operation|\d+ behaviors)/m);
    expect(play(sampleReport(), { ...plain, quiet: true })).toEqual([]);
  });

  test('has the same words with and without colours', () => {
    const coloured = consoleReport(sampleReport(), { ...plain, color: true });
    expect(coloured).not.toBe(consoleReport(sampleReport(), plain));
    expect(stripVTControlCharacters(coloured)).toBe(consoleReport(sampleReport(), plain));
  });

  test('is short where the contract is satisfied', () => {
    const text = consoleReport(keptReport(), plain);
    expect(text).toContain('✓ passed  contract satisfied: 2 requests, no findings');
    expect(text.split('\n').length).toBeLessThan(12);
  });

  test('names among many operations those that are unverified', () => {
    const operations = Array.from({ length: 500 }, (_, index) => ({
      ...sampleReport().operations[index === 77 ? 1 : 0],
      id: `op${index}`,
    }));
    const text = consoleReport(sampleReport({ operations: operations as Report['operations'] }), plain);
    expect(text).toContain('op77');
    expect(text).not.toContain('op78');
    expect(text).toContain('and 499 verified operations');
  });
});

describe('the console while a run goes on', () => {
  test('has a line per operation and suite', () => {
    const lines = play(sampleReport(), plain);
    expect(lines[0]).toBe('Testing http://***@127.0.0.1:8080/api (examples, generated; seed 42)');
    expect(lines.slice(1)).toEqual([
      '✗  examples  lend  4 cases: 1 accepted, 1 rejected; 2 failed  0.3 s',
      '✗  generated  takeBack  3 cases: 0 accepted, 0 rejected; 1 failed, 1 not sent',
      '✓  generated  lend      1 case: 0 accepted, 0 rejected; 1 inconclusive         0.9 s',
    ]);
  });

  test('says so where a suite no cases', () => {
    const suite = { name: 'dredd', pass: 0, fail: 0, error: 0, skip: 0, durationMs: 20 };
    expect(formatEvent({ type: 'suite', suite }, new Progress(), plain)).toEqual(['-  dredd  no cases  0.0 s']);
  });

  test('shows every kept exchange with verbose', () => {
    const text = play(sampleReport(), { ...plain, verbose: true }).join('\n');
    expect(text).toContain('POST /loans?branch=main');
    expect(text).toContain('| Authorization: ***');
    expect(text).toContain('| {"number":9007199254740993,"title":"Dune"}');
    expect(text).toContain('pass  examples  lend: fewest members');
  });

  test('reports in one line how far it is', () => {
    const progress = new Progress();
    const failed = outcome({
      case: 'a',
      status: 'fail',
      findings: [{ check: 'schema', clause: clauses.number, severity: 'error', message: 'm' }],
    });
    for (let index = 0; index < 50; index++) progress.record({ type: 'result', result: failed });
    expect(progressLine(progress, 2000, 80)).toBe('50 cases  1 finding  25/s');
    expect(progressLine(progress, 2000, 12)).toBe('50 cases  1');
    const counted = new Progress();
    counted.record({ type: 'start', target: '', suites: ['examples', 'dredd'], seed: 1 });
    for (let index = 0; index < 50; index++) counted.record({ type: 'result', result: outcome({ case: 'a' }) });
    counted.record({ type: 'plan', suite: 'examples', cases: 150 });
    expect(progressLine(counted, 2000, 80)).toBe('50 cases  0 findings  25/s');
    counted.record({ type: 'plan', suite: 'dredd', cases: 60 });
    expect(progressLine(counted, 2000, 80)).toBe('50/210 cases  0 findings  25/s  6.4 s left');
    counted.record({ type: 'suite', suite: { name: 'dredd', pass: 50, fail: 0, error: 0, skip: 0, durationMs: 1 } });
    expect(progressLine(counted, 2000, 80)).toBe('50/200 cases  0 findings  25/s  6.0 s left');
    expect(progressLine(new Progress(), 0, 80)).toBe('0 cases  0 findings  0/s');
  });
});
