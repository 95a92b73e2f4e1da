import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { junitReport } from '../../harness/report/junit.ts';
import { keptReport, outcome, sampleReport } from './sample.ts';
import { SAMPLE_SECRET } from './sample-exchanges.ts';

const options = { secretHeaders: [] };
const schema = fileURLToPath(new URL('junit.xsd', import.meta.url));
const linter = 'xmllint';
const hasXmllint = spawnSync(linter, ['--version']).error === undefined;

function errorsOf(xml: string): string {
  const { stderr, status } = spawnSync(linter, ['--nonet', '--noout', '--schema', schema, '-'], {
    input: xml,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stderr;
}

/** Elements of a document, checked for balance; enough of XML for what the report writes. */
function elements(xml: string): string[] {
  const open: string[] = [];
  const names: string[] = [];
  for (const [, close, name = '', rest = ''] of xml.matchAll(/<(\/?)([a-z-]+)((?:\s[a-z]+="[^"<]*")*\s*\/?)>/g)) {
    if (close) expect(open.pop()).toBe(name);
    else {
      names.push(name);
      if (!rest.endsWith('/')) open.push(name);
    }
  }
  expect(open).toEqual([]);
  return names;
}

const hostile = '\u0000\u0008\u001b[31m]]>&<>"\'\ud800\ufffe\uffff\u2028\r\n\tend 🐛';

describe('the JUnit report', () => {
  test.skipIf(!hasXmllint).each([
    ['failed', sampleReport()],
    ['passed', keptReport()],
    ['nothing sent', sampleReport({ results: [], operations: [], suites: [], findings: [] })],
    [
      'hostile text',
      sampleReport({
        summary: hostile,
        results: [outcome({ case: hostile, operation: hostile, status: 'skip', inconclusiveReason: hostile })],
      }),
    ],
  ])('fits the schema (needs xmllint): %s', (_, report) => {
    expect(errorsOf(junitReport(report, options))).toBe('');
  });

  test.skipIf(!hasXmllint)('has a schema that rejects what CI systems reject (needs xmllint)', () => {
    const good = junitReport(sampleReport(), options);
    expect(errorsOf(good.replace(' tests="', ' count="'))).not.toBe('');
    expect(errorsOf(good.replaceAll('<failure', '<broken').replaceAll('</failure', '</broken'))).not.toBe('');
  });

  test('is well formed and counts what it holds', () => {
    const xml = junitReport(sampleReport(), options);
    const names = elements(xml);
    const amount = (name: string) => names.filter((each) => each === name).length;
    expect(xml).toMatch(/<testsuites name="contract-harness" tests="10" failures="4" errors="1" time="1.234">/);
    expect([amount('testcase'), amount('failure'), amount('error'), amount('skipped')]).toEqual([10, 4, 1, 1]);
  });

  test('tells a violated contract, a request that could not be sent and a response that is inconclusive apart', () => {
    const xml = junitReport(sampleReport(), options);
    expect(xml).toContain('<failure type="schema" message="the response&apos;s'.replace('&apos;', "'"));
    expect(xml).toContain('<error type="error" message="the service no longer listens');
    expect(xml).toContain('<skipped type="skip" message="conflict: the value already exists (409)"/>');
  });

  test('fails for an operation that is not verified, so that no green run hides it', () => {
    expect(junitReport(sampleReport(), options)).toContain(
      '<testcase name="takeBack is verified" classname="docs/lending.yaml.operations.takeBack" file="docs/lending.yaml" time="0.000"><failure type="unverified" message="no valid request was accepted"/>',
    );
  });

  test('gives each failure the line of the document, what was expected, and the command that repeats it', () => {
    const xml = junitReport(sampleReport(), options);
    expect(xml).toContain('docs/lending.yaml:57:11');
    expect(xml).toContain('expected     integer');
    expect(xml).toContain('reproduce    curl -i');
  });

  test('holds no character that XML 1.0 forbids', () => {
    const xml = junitReport(
      sampleReport({ results: [outcome({ case: hostile, status: 'error', inconclusiveReason: hostile })] }),
      options,
    );
    expect(xml).not.toMatch(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    expect(xml).toContain('\\u{2028}&#10;&#9;end 🐛');
  });

  test('shows no secret', () => {
    expect(junitReport(sampleReport(), options)).not.toContain(SAMPLE_SECRET);
    expect(junitReport(sampleReport(), options)).not.toContain('pa55word');
  });
});
