import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { sarifReport } from '../../harness/report/sarif.ts';
import { finding, findings, keptReport, sampleReport } from './sample.ts';
import { clauses } from './sample-clauses.ts';
import { request, SAMPLE_SECRET, sampleResponse } from './sample-exchanges.ts';

const options = { secretHeaders: [] };
const schema = JSON.parse(readFileSync(new URL('sarif.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ strict: true, strictRequired: false, allErrors: true }).compile(schema);

function run(report = sampleReport()) {
  return JSON.parse(sarifReport(report, options)).runs[0];
}

describe('the SARIF report', () => {
  test.each([
    ['failed', sampleReport()],
    ['passed', keptReport()],
    ['not run', sampleReport({ verdict: 'not-run', results: [], findings: [] })],
  ])('fits the schema of what it uses of SARIF 2.1.0: %s', (_, report) => {
    validate(JSON.parse(sarifReport(report, options)));
    expect(validate.errors ?? []).toEqual([]);
  });

  test('points each result at the line of the document', () => {
    const { results } = run();
    expect(results).toHaveLength(findings.length + 1);
    expect(results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'docs/lending.yaml' },
      region: { startLine: clauses.number.location.line, startColumn: clauses.number.location.column },
    });
  });

  test('has a rule for each check and the level of the severity', () => {
    const { results, tool } = run();
    for (const result of results) expect(tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
    expect(results.map(({ ruleId, level }: { ruleId: string; level: string }) => `${ruleId} ${level}`)).toEqual([
      'schema error',
      'content-type error',
      'complete-response error',
      'status warning',
      'operation-not-verified error',
    ]);
  });

  test('keeps the fingerprint of a finding over seeds and evidence', () => {
    const other = sampleReport({
      seed: 7,
      findings: findings.map((group) => ({ ...group, message: 'other', count: 9 })),
    });
    const prints = (report = sampleReport()) =>
      run(report).results.map((result: { partialFingerprints: object }) => result.partialFingerprints);
    expect(prints(other)).toEqual(prints());
    expect(new Set(prints().map((print: object) => JSON.stringify(print))).size).toBe(findings.length + 1);
  });

  test.each([
    ['docs/a b#c.yaml', 'docs/a%20b%23c.yaml'],
    ['./x.yaml', 'x.yaml'],
    ['/abs/x.yaml', 'file:///abs/x.yaml'],
    ['C:\\docs\\x.yaml', 'file:///C:/docs/x.yaml'],
  ])('writes the path %s as a URI', (file, uri) => {
    const moved = { ...clauses.number, location: { file, line: 1, column: 1 } };
    const report = sampleReport({ findings: [finding({ check: 'schema', clause: moved, message: 'm' })] });
    expect(run(report).results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(uri);
  });

  test('carries small bodies, and leaves out large ones', () => {
    const { results } = run();
    expect(results[0].webRequest.body).toEqual({ text: '{"number":9007199254740993,"title":"Dune"}' });
    expect(results[3].webResponse.body).toEqual({ binary: 'AP/+wyg=' });
    const exchange = {
      request: request('/x', 'y'.repeat(9000)),
      response: sampleResponse(200, 'OK', 'z'.repeat(9_000_000)),
    };
    const large = sarifReport(sampleReport({ findings: findings.map((group) => ({ ...group, exchange })) }), options);
    expect(large.length).toBeLessThan(20_000);
  });

  test('says that the run failed where nothing could be sent', () => {
    const { invocations } = run(sampleReport({ verdict: 'not-run', summary: 'nothing listens' }));
    expect(invocations[0]).toMatchObject({
      executionSuccessful: false,
      toolExecutionNotifications: [{ message: { text: 'nothing listens' } }],
    });
  });

  test('shows no secret', () => {
    expect(sarifReport(sampleReport(), options)).not.toContain(SAMPLE_SECRET);
    expect(sarifReport(sampleReport(), options)).not.toContain('pa55word');
  });
});
