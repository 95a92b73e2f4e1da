import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import type { FindingGroup } from '../../../harness/core/report.ts';
import type { KeptExchange } from '../../../harness/core/sequence.ts';
import { verify } from '../../../harness/index.ts';
import { exchangeScript, sequenceScript } from '../../../harness/report/curl/sequence-script.ts';
import { jsonReport, readReport } from '../../../harness/report/json/json.ts';
import { sarifReport } from '../../../harness/report/sarif.ts';
import type { Step } from '../../../harness/runner/pool/journal.ts';
import { toSequence } from '../../../harness/runner/pool/lineage.ts';
import { libraryDocument } from '../../runner/suites/stateful/library-document.ts';
import { type Call, type Mistake, type Row, startLibrary } from '../../runner/suites/stateful/library-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'sequence-'));
const spec = join(folder, 'openapi.json');
writeFileSync(spec, JSON.stringify(libraryDocument));
afterAll(() => rmSync(folder, { recursive: true }));

const deletesNothing: Mistake = {
  before: ({ type, method, id }, { book }) =>
    type === 'book' && method === 'DELETE' && book.has(id ?? 0) ? { status: 204 } : undefined,
};

async function runFinding(mistake: Mistake) {
  const service = await startLibrary(mistake);
  const report = await verify({ spec, target: service.url, suites: ['stateful'], lint: false, consistency: 60 });
  await service.close();
  const finding = report.findings.find(({ check }) => check === 'delete-removes');
  if (!finding?.sequence) throw new Error('the finding is reported');
  return { report, finding: finding as FindingGroup & Required<Pick<FindingGroup, 'sequence'>> };
}

test('the script sends the sequence again with the identifiers that it gets', async () => {
  const { finding } = await runFinding(deletesNothing);
  const service = await startLibrary(deletesNothing);
  const create = (path: string, body: object) =>
    fetch(service.url + path, { method: 'POST', body: JSON.stringify(body) }).then((response) =>
      response.arrayBuffer(),
    );
  // Other records come first, so that the identifiers of the run are not those of the script.
  for (let count = 0; count < 7; count++) await create('/shelves', { name: `shelf ${count}` });
  const before = service.requests.length;
  const lines = sequenceScript(service.url, finding.sequence);
  // What a terminal shows can be pasted: no line breaks or carriage returns within a line.
  expect(lines.filter((line) => !/^[ -~]+$/.test(line))).toEqual([]);
  const { stdout } = await promisify(execFile)('sh', ['-c', lines.join('\n')]);
  const paths = service.requests.slice(before);
  await service.close();
  expect(paths).toHaveLength(finding.sequence.length);
  expect(paths[0]).toBe('POST /shelves');
  expect(paths[1]).toBe('POST /shelves/8/books');
  expect(paths.at(-2)).toBe('DELETE /shelves/8/books/9');
  expect(paths.at(-1)).toBe('GET /shelves/8/books/9');
  const statuses = [...stdout.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
  expect(statuses).toEqual(finding.sequence.map(({ response }) => ('status' in response ? response.status : 0)));
});

test.each([{ suites: ['generated'], include: ['readBook'] }, { suites: ['stateful'] }])(
  'the script of one request creates the records that it names: $suites',
  async (options) => {
    const isShown = ({ type, method }: Call) => type === 'book' && method === 'GET';
    const mistake: Mistake = {
      after: (call, { status, body }) =>
        isShown(call) && call.id && status === 200 ? { status, body: { ...(body as Row), title: 7 } } : undefined,
    };
    const service = await startLibrary(mistake);
    const report = await verify({ spec, target: service.url, lint: false, consistency: 60, ...options });
    const finding = report.findings.find(
      ({ operation, check }) => operation === 'readBook' && check === 'response-schema',
    );
    expect(service.tables.book.size).toBe(0);
    const before = service.requests.length;
    const read = readReport(jsonReport(report, { secretHeaders: [] }));
    const [script, same] = [report, read].map(({ findings }) => {
      const { exchange } = findings.find(({ key }) => key === finding?.key) ?? {};
      return exchangeScript(service.url, exchange as KeptExchange).join('\n');
    });
    expect(same).toBe(script);
    const { stdout } = await promisify(execFile)('sh', ['-c', script ?? '']);
    const sent = service.requests.slice(before);
    await service.close();
    const paths = sent.map((each) => each.replace(/\d+/g, 'n'));
    expect(paths.slice(0, 2)).toEqual(['POST /shelves', 'POST /shelves/n/books']);
    expect(paths.at(-1)).toBe('GET /shelves/n/books/n');
    expect(stdout).toContain('"title":7');
  },
);

test('the reports in JSON and SARIF have the script, and the steps are read back', async () => {
  const { report, finding } = await runFinding(deletesNothing);
  const text = jsonReport(report, { secretHeaders: [] });
  const [written] = (
    JSON.parse(text) as { findings: { key: string; script?: string; sequence: object[] }[] }
  ).findings.filter(({ key }) => key === finding.key);
  expect(written?.script).toContain('curl -s');
  const { results } = JSON.parse(sarifReport(report, { secretHeaders: [] })).runs[0];
  const scripts = results.map(({ properties }: { properties: { script?: string } }) => properties.script);
  expect(scripts).toContain(written?.script);
  expect(written?.sequence).toHaveLength(finding.sequence.length);
  const read = readReport(text).findings.find(({ key }) => key === finding.key);
  expect(read?.sequence?.map(({ purpose }) => purpose)).toEqual(finding.sequence.map(({ purpose }) => purpose));
});

test('of records with the same id, the script takes that of the collection in the path, or of the name of the property', () => {
  const step = (method: string, template: string, path: string, body?: object) => ({
    purpose: '',
    operation: { path: template },
    exchange: {
      response: { status: 200, headers: [], body: Buffer.from('{"id":3}') },
      case: { request: { method, path, headers: [], body: body && Buffer.from(JSON.stringify(body)) } },
    },
    captures: [] as object[],
  });
  const steps = [
    { ...step('POST', '/authors', '/authors'), captures: [captured('id_1')] },
    { ...step('POST', '/books', '/books/?dry=0'), captures: [captured('id_2')] },
    step('PUT', '/books/{id}', '/books/3', { id: 3, authorId: 3, pages: 3 }),
    step('DELETE', '/authors/{id}', '/authors/3'),
  ];
  const script = sequenceScript('http://127.0.0.1', toSequence(steps as unknown as Step[])).join('\n');
  expect(script).toContain(`'http://127.0.0.1/books/'"$id_2"''`);
  expect(script).toContain(`{"id":'"$id_2"',"authorId":'"$id_1"',"pages":3}`);
  expect(script).toContain(`'http://127.0.0.1/authors/'"$id_1"''`);
});

const captured = (name: string) => ({ name, value: '3', from: { in: 'body', property: 'id' } });
