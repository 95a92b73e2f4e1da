import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkTraffic, verify } from '../../../harness/index.ts';
import { PETS, serveRecorded, write } from '../../cli/petstore.ts';
import { checkEntries, entry, findingsOf, har, posted } from './exchanges.ts';

const ERROR = '{"code":422,"message":"no"}';

describe('the verdict', () => {
  test('is passed for traffic that keeps the contract, with the exact numbers of its bodies', async () => {
    const pet = '{"id":9223372036854775807,"name":"Ida"}';
    const report = await checkEntries([posted(pet, 200, pet), posted('{"id":1}', 422, ERROR)]);
    expect(report).toMatchObject({ verdict: 'passed', findings: [], target: 'http://api.example' });
    expect(report.operations).toMatchObject([{ id: 'createPet', sent: 2, accepted: 1, rejected: 1, verified: true }]);
  });

  test('is failed for a response that violates its schema, by a double too, with the line of the exchange', async () => {
    const report = await checkEntries([
      entry(),
      posted('{"id":1,"name":""}', 200, '{"id":9223372036854775808,"name":""}'),
    ]);
    expect(report.verdict).toBe('failed');
    expect(findingsOf(report)).toEqual([
      expect.stringContaining('error response-schema: /id of the 200 response body'),
    ]);
    expect(report.findings[0]?.cases[0]).toMatch(/^createPet: .*session\.har:\d+:1 \(entry 2\)$/);
  });

  test('is failed for an invalid request that is accepted', async () => {
    const report = await checkEntries([posted('{"id":"1","name":"Ida"}', 200, '{"id":1,"name":"Ida"}')]);
    expect(findingsOf(report)).toEqual([expect.stringContaining('error expected-outcome: invalid request accepted')]);
    expect(report.findings[0]?.clause.description).toContain('/id');
  });

  test('is not run if nothing is about the document', async () => {
    const elsewhere = entry({ request: { url: 'http://api.example/elsewhere' } });
    expect(await checkEntries([elsewhere])).toMatchObject({
      verdict: 'not-run',
      summary: /nothing was checked/ as never,
    });
    expect((await checkEntries([])).verdict).toBe('not-run');
  });

  test('is unverified if no request was accepted', async () => {
    expect((await checkEntries([posted('{"id":1,"name":"Ida"}', 404, ERROR)])).verdict).toBe('unverified');
  });
});

describe('what a recording does not show is no violation', () => {
  test.each([
    ['a body that was not recorded', { response: { content: { size: 39, mimeType: 'application/json' } } }],
    ['a body of which a part was recorded', { response: { content: { size: 39, text: '{"id":1,' } } }],
    [
      'a request body that was not recorded',
      { request: { headers: [{ name: 'content-length', value: '21' }], postData: { text: '' } } },
    ],
    ['a request body that was bytes', { request: { postData: { mimeType: 'image/png', text: 'a\uFFFD' } } }],
    ['a masked value', { request: { postData: { mimeType: 'application/json', text: '{"id":"***"}' } } }],
    ['a request without a response', { response: { status: -1, headers: [], content: { size: -1 } } }],
    [
      'a response to a conditional request',
      { request: { headers: [{ name: 'If-Match', value: '*' }] }, response: { status: 304 } },
    ],
    [
      'a CORS preflight',
      { request: { method: 'OPTIONS', headers: [{ name: 'Access-Control-Request-Method', value: 'POST' }] } },
    ],
  ])('%s', async (_, parts) => {
    const report = await checkEntries([entry(), entry(parts)]);
    expect(findingsOf(report)).toEqual([]);
    expect(report.verdict).toBe('passed');
  });

  test('the report says how many bodies were not recorded', async () => {
    const report = await checkEntries([entry(), entry({ response: { content: { size: 39 } } })]);
    expect(report.notes).toContain('1 exchange recorded without the whole body of the response, which was not checked');
  });

  test('cookies and credentials, which browsers leave out', async () => {
    const text = readFileSync(PETS, 'utf8')
      .replace(
        'operationId: createPet',
        'operationId: createPet\n      security: [{ key: [] }]\n      parameters: [{ name: s, in: cookie, required: true, schema: { type: string } }]',
      )
      .replace('components:', 'components:\n  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }');
    const spec = write(mkdtempSync(join(tmpdir(), 'spec-')), 'openapi.yaml', text);
    expect((await checkEntries([entry()], { spec })).verdict).toBe('passed');
  });
});

describe('requests that the document does not have', () => {
  const entries = [
    entry(),
    ...[1, 2].map((id) => entry({ request: { method: 'GET', url: `http://api.example/x/${id}?a` } })),
  ];

  test('are listed with their count and the line of the first', async () => {
    const report = await checkEntries(entries);
    expect(report.verdict).toBe('passed');
    expect(report.notes).toContainEqual(
      expect.stringMatching(/^not in the document: GET \/x\/\{id\} \(2 times, first at .*har:\d+:1\)$/),
    );
  });

  test('are a failure with `strict`', async () => {
    const report = await checkEntries(entries, { strict: true });
    expect(report.verdict).toBe('unverified');
    expect(report.operations[1]).toMatchObject({ id: 'GET /x/{id}', sent: 2, verified: false });
  });

  test('are none below another base URL', async () => {
    const options = { strict: true, baseUrl: 'http://api.example/v1' };
    const report = await checkEntries([entry({ request: { url: 'http://api.example/v1/pets' } }), ...entries], options);
    expect(report.verdict).toBe('passed');
    expect(report.operations[0]?.sent).toBe(1);
    expect(report.notes).toContain('3 exchanges with other services: not http, or not below the base URL');
  });
});

test('clauses of requests are covered by what was sent and accepted', async () => {
  const covered = async (text: string) => {
    const { coverage } = await checkEntries([posted(text, 200, '{"id":1,"name":"Ida"}')]);
    return coverage.filter(({ state }) => state === 'covered').map(({ clause }) => clause.description);
  };
  expect(await covered('{"id":1,"name":"Ida","tag":"a"}')).toContain('request body /tag must be a string');
  expect(await covered('{"id":1,"name":"Ida"}')).not.toContain('request body /tag must be a string');
});

test('NDJSON has an exchange a line, with bodies in base64 where they are no text', async () => {
  const line = (body: string, encoding?: string) => ({
    request: {
      method: 'post',
      url: '/pets',
      headers: { 'content-type': 'application/json' },
      body: '{"id":1,"name":"Ida"}',
    },
    response: { status: 200, headers: [['content-type', 'application/json']], body, encoding },
  });
  const lines = [line('{"id":1,"name":"Ida"}'), line(Buffer.from('{"id":1}').toString('base64'), 'base64')];
  const file = write(
    mkdtempSync(join(tmpdir(), 'nd-')),
    'a.ndjson',
    lines.map((each) => JSON.stringify(each)).join('\n'),
  );
  const report = await checkTraffic({ spec: PETS, files: [file] });
  expect(findingsOf(report)).toEqual(['error response-schema: /name of the 200 response body is required']);
  expect(report.findings[0]?.cases).toEqual([`createPet: ${file}:2:1 (entry 2)`]);
});

test('a file whose entries are no exchanges is rejected with its line', async () => {
  await expect(checkEntries([entry(), { request: {} }])).rejects.toThrow(
    /session\.har:\d+:1: an exchange needs a `request.method`/,
  );
});

test('a known finding is a warning, and an unknown check in `severity` an error', async () => {
  const bad = posted('{"id":1,"name":"Ida"}', 200, '{"id":1}');
  const accepted = {
    operation: 'createPet',
    check: 'response-schema',
    clause: (await checkEntries([bad])).findings[0]?.clause.id,
  };
  const baseline = write(
    mkdtempSync(join(tmpdir(), 'base-')),
    'baseline.json',
    JSON.stringify({ accepted: [accepted] }),
  );
  expect(await checkEntries([bad], { baseline })).toMatchObject({
    verdict: 'passed',
    findings: [{ severity: 'warning' }],
  });
  await expect(checkEntries([bad], { severity: { 'response-shema': 'off' } })).rejects.toThrow(
    'Did you mean response-schema?',
  );
});

test('accepted requests become example files, which `verify` sends, with their secrets masked', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  const pets = [
    '{"id":9223372036854775807,"name":"Ida"}',
    '{"id":2,"name":"same parts"}',
    '{"id":3,"name":"x","token":"s3cr3t"}',
  ];
  await checkEntries([...pets.map((pet) => posted(pet, 200, pet)), posted('{}', 422, ERROR)], {
    writeExamples: folder,
  });
  expect(readdirSync(folder)).toEqual(['createPet.yaml']);
  const text = readFileSync(join(folder, 'createPet.yaml'), 'utf8');
  expect(text).toContain('body: {"id":9223372036854775807,"name":"Ida"}');
  expect(text).not.toContain('s3cr3t');
  const { url, requests } = await serveRecorded();
  const report = await verify({ spec: PETS, target: url, examples: [folder], suites: ['examples'] });
  expect(report.verdict).toBe('passed');
  expect(requests).toHaveLength(['ida', 'recorded-1', 'recorded-2'].length);
});

test('the evidence that is retained does not grow with the recording', async () => {
  const many = har(
    Array.from({ length: 2000 }, () => entry()),
    'many.har',
  );
  const few = har([entry()], 'few.har');
  const [long, short] = [
    await checkTraffic({ spec: PETS, files: [many] }),
    await checkTraffic({ spec: PETS, files: [few] }),
  ];
  expect(long.suites[0]?.pass).toBe(2000);
  const exchanges = long.results.filter(({ exchange }) => exchange);
  expect(exchanges).toHaveLength(short.results.filter(({ exchange }) => exchange).length);
});
