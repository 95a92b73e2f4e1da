import { readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../../harness/core/errors.ts';
import type { Report } from '../../../harness/core/report.ts';
import { consoleReport } from '../../../harness/report/console/console.ts';
import { jsonReport, jsonReportParts, readReport } from '../../../harness/report/json/json.ts';
import { reportJsonSchema } from '../../../harness/report/json/json-schema.ts';
import { redactReport } from '../../../harness/report/redact.ts';
import { keptReport, outcome, sampleReport } from '../sample.ts';
import { request, SAMPLE_SECRET, sampleResponse } from '../sample-exchanges.ts';

const options = { secretHeaders: [] };
const schemaFile = new URL('../../../harness/report/json/report.schema.json', import.meta.url);
if (process.env['UPDATE_SCHEMA']) writeFileSync(schemaFile, `${JSON.stringify(reportJsonSchema(), null, 2)}\n`);
const schema = JSON.parse(readFileSync(schemaFile, 'utf8'));
const validate = new Ajv2020({ strict: true, allErrors: true }).compile(schema);

/** The sample's JSON as a value, changed in one place. */
function changed(change: (json: Record<string, unknown>) => void): string {
  const json = JSON.parse(jsonReport(sampleReport(), options)) as Record<string, unknown>;
  change(json);
  return JSON.stringify(json);
}

function withBytes(bytes: Uint8Array): Report {
  const exchange = { request: request('/loans', 'x'), response: sampleResponse(200, 'OK', bytes) };
  return sampleReport({ results: [outcome({ case: 'bytes', status: 'fail', exchange })] });
}

describe('the JSON report', () => {
  test.each([
    ['failed', sampleReport()],
    ['passed', keptReport()],
    [
      'empty',
      sampleReport({ verdict: 'not-run', results: [], findings: [], coverage: [], suites: [], operations: [] }),
    ],
  ])('fits its published schema: %s', (_, report) => {
    const valid = validate(JSON.parse(jsonReport(report, options)));
    expect(validate.errors ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  test('has a published schema that is generated from its own: UPDATE_SCHEMA=1 updates it', () => {
    expect(schema).toEqual(JSON.parse(JSON.stringify(reportJsonSchema())));
  });

  test('has a schema that rejects what is not a report', () => {
    for (const name of ['version', 'verdict', 'results', 'coverage', 'sources'])
      expect(validate(JSON.parse(changed((json) => delete json[name])))).toBe(false);
    expect(validate(JSON.parse(changed((json) => Object.assign(json, { extra: 1 }))))).toBe(false);
  });

  test('has a large source in parts, each of which is short, and as it is', () => {
    const text = '"😀\u2028##[cmd]\n'.repeat(40_000);
    const report = sampleReport({
      sources: [
        { file: 'a "b".yaml', text },
        { file: 'b.yaml', text: '' },
      ],
    });
    const parts = [...jsonReportParts(report, options)];
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(200_000);
    expect(parts.join('')).not.toMatch(/\u2028|##\[/);
    expect(readReport(parts.join('')).sources).toEqual(report.sources);
  });

  test('of a document with many clauses it lists those that tell what to do, and counts them all', () => {
    const [one] = sampleReport().coverage;
    if (!one) throw new Error('the sample has no clause');
    const clause = (id: number, state: 'covered' | 'violated' | 'uncovered', direction: 'request' | 'response') => ({
      clause: { ...one.clause, id: String(id), direction },
      state,
      count: 0,
    });
    const listed = [
      clause(1, 'violated', 'response'),
      clause(2, 'violated', 'request'),
      clause(3, 'uncovered', 'request'),
    ];
    const counted = [clause(4, 'covered', 'request'), clause(5, 'uncovered', 'response')];
    const others = Array.from({ length: 10_000 }, (_, index) => clause(index + 6, 'covered', 'response'));
    const report = sampleReport({ coverage: [...counted, ...listed, ...others], findings: [], results: [] });
    const ids = (written: string) => readReport(written).coverage.map((each) => each.clause.id);
    const brief = jsonReport(report, options);
    expect(readReport(brief).clauses).toEqual({ covered: 10_001, violated: 2, uncovered: 2 });
    expect(ids(brief)).toEqual(['1', '2', '3']);
    expect(ids(jsonReport(report, { ...options, full: true }))).toHaveLength(10_005);
    expect(ids(jsonReport({ ...report, shard: { number: 1, count: 2 } }, options))).toHaveLength(10_005);
    expect(
      consoleReport(readReport(brief), { color: false, verbose: false, quiet: false, secretHeaders: [] }),
    ).toContain('clauses: 10003/10005 covered');
  });

  test('is read back as it was, but for secrets', () => {
    const full = { ...options, full: true };
    expect(readReport(jsonReport(sampleReport(), full))).toEqual(redactReport(sampleReport(), []));
    expect(readReport(jsonReport(keptReport(), full))).toEqual(redactReport(keptReport(), []));
  });

  test('is written again byte for byte', () => {
    const written = jsonReport(sampleReport(), options);
    expect(jsonReport(readReport(written), options)).toBe(written);
  });

  test.each([
    ['text', Buffer.from('{"a":1}'), { text: '{"a":1}' }],
    ['nothing', Buffer.of(), { text: '' }],
    ['a byte order mark', Buffer.from('\ufeff{}'), { text: '\ufeff{}' }],
    ['NUL', Buffer.of(0), { text: '\0' }],
    ['no UTF-8', Buffer.of(0xff, 0), { base64: '/wA=' }],
    ['an overlong sequence', Buffer.of(0xc0, 0x80), { base64: 'wIA=' }],
  ])('keeps bytes exactly: %s', (_, bytes, written) => {
    const text = jsonReport(withBytes(Uint8Array.from(bytes)), options);
    expect(JSON.parse(text).results[0].exchange.response.body).toEqual(written);
    const came = readReport(text).results[0]?.exchange?.response;
    expect(came && 'body' in came && came.body).toEqual(Uint8Array.from(bytes));
  });

  test('leaves out what the client noted about the connection', () => {
    const exchange = {
      request: request('/x', ''),
      response: { ...sampleResponse(200, 'OK', ''), connection: { reused: true } },
    };
    const text = jsonReport(
      sampleReport({ results: [outcome({ case: 'a', status: 'fail', exchange })], findings: [] }),
      options,
    );
    expect(text).not.toContain('reused');
    expect(readReport(text).results).toHaveLength(1);
  });

  test('shows no secret', () => {
    const text = jsonReport(sampleReport(), options);
    expect(text).not.toContain(SAMPLE_SECRET);
    expect(text).not.toContain('pa55word');
  });

  test('names a clause of an outcome by its place in the coverage, and stays small', () => {
    const many = sampleReport({
      results: Array.from({ length: 20_000 }, (_, index) => outcome({ case: `lend: ${index}` })),
    });
    const text = jsonReport(many, { ...options, full: true });
    expect(JSON.parse(text).results[0].coveredClauses).toEqual([0]);
    expect(text.length).toBeLessThan(20_000 * 200);
    expect(readReport(text).results).toEqual(many.results);
  });
});

describe('reading a report', () => {
  test.each<[why: string, source: string, says: RegExp]>([
    ['no JSON', '{"format":', /^not a report: .*JSON/],
    ['another JSON', '[1]', /^not a report: property format is not "contract-report"/],
    ['null', 'null', /^not a report: expected an object/],
    [
      'a later version',
      changed((json) => Object.assign(json, { version: 3 })),
      /^a report of version 3; this program reads version 2/,
    ],
    ['a missing member', changed((json) => delete json['verdict']), /^report: property verdict is missing/],
    ['missing results', changed((json) => delete json['results']), /^report: property results is missing/],
    [
      'an unknown member',
      changed((json) => Object.assign(json, { shards: 1 })),
      /^report: property "shards" is unknown/,
    ],
    [
      'an unknown word',
      changed((json) => Object.assign(json, { verdict: 'fine' })),
      /^verdict: expected passed or failed or unverified or not-run, got "fine"/,
    ],
    ['a wrong type', changed((json) => Object.assign(json, { seed: '42' })), /^seed: expected a number, got "42"/],
    [
      'a deep misfit',
      jsonReport(sampleReport(), options).replace('"count":1234', '"count":1.5'),
      /^findings\[0\]\.count: expected an integer, got 1\.5/,
    ],
    [
      'a clause that is not there',
      jsonReport(sampleReport(), options).replace('"coveredClauses":[0]', '"coveredClauses":[99]'),
      /^results\[\d+\]\.coveredClauses\[0\]: expected the index of one of 11 clauses in coverage, got 99/,
    ],
    [
      'bytes in both representations',
      jsonReport(sampleReport(), options).replace('{"base64":', '{"text":"","base64":'),
      /body: property "(text|base64)" is unknown/,
    ],
    [
      'broken base64',
      jsonReport(sampleReport(), options).replace('{"base64":"', '{"base64":"*'),
      /body\.base64: expected base64, got "\*/,
    ],
  ])('rejects %s and says where', (_, source, says) => {
    expect(() => readReport(source)).toThrow(InputError);
    expect(() => readReport(source)).toThrow(says);
  });
});
