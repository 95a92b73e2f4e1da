import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { resolveArguments } from '../../harness/cli/document.ts';
import { mountedDocumentOptions, readMockDocuments } from '../../harness/cli/mock-documents.ts';
import { parseOptions } from '../../harness/cli/options/options.ts';
import { type RunningMock, startMockWithWatch } from '../../harness/mock/watch-mode.ts';

let folder: string;
let running: RunningMock | undefined;
const start = process.cwd();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'documents-'));
  process.chdir(folder);
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  process.chdir(start);
  rmSync(folder, { recursive: true });
});

const document = (path: string) => `
openapi: 3.0.3
info: { title: ${path}, version: '1' }
paths: { ${path}: { get: { operationId: read, responses: { '200': { description: ok } } } } }
`;

function read(...args: string[]) {
  const options = resolveArguments(parseOptions(args, mountedDocumentOptions), mountedDocumentOptions, {});
  return readMockDocuments(options);
}

describe('the documents of the mock', () => {
  test('are arguments and options, each with its path', () => {
    const a = { spec: 'a.yaml', overlays: [], path: '/a' };
    expect(read('a.yaml=/a', '--spec', 'b.yaml=/b/c')).toEqual([{ ...a, spec: 'b.yaml', path: '/b/c' }, a]);
    expect(read('a.yaml', 'b.yaml')).toEqual([
      { spec: 'a.yaml', overlays: [] },
      { spec: 'b.yaml', overlays: [] },
    ]);
    expect(read('a.yaml')).toMatchObject({ spec: 'a.yaml' });
    expect(read('a.yaml=/a')).toEqual([a]);
  });

  test('may have names with an equals sign; a path before the file is an error with the remedy', () => {
    writeFileSync('a=', '');
    writeFileSync('b.yaml', '');
    expect(read('a=')).toMatchObject({ spec: 'a=' });
    expect(() => read('/a=b.yaml')).toThrow('/a=b.yaml: the file comes first: b.yaml=/a');
  });

  test('have overlays of their own', () => {
    expect(read('a.yaml=/a', 'b.yaml=/b', '--overlay', 'o.yaml=/b')).toMatchObject([
      { overlays: [] },
      { overlays: ['o.yaml'] },
    ]);
    expect(() => read('a.yaml=/a', 'b.yaml=/b', '--overlay', 'o.yaml')).toThrow(
      '--overlay o.yaml: say of which document it is, e.g. --overlay o.yaml=/a',
    );
  });

  test('are specs of the config file, unless the command line names some', () => {
    writeFileSync(
      'contract.yaml',
      'specs:\n  /a: a.yaml\n  /b: { spec: b.yaml, seed-data: seeds.yaml, proxy: "http://x" }\n',
    );
    expect(read()).toEqual([
      { path: '/a', spec: 'a.yaml', overlays: [] },
      { path: '/b', spec: 'b.yaml', overlays: [], seedData: 'seeds.yaml', proxy: 'http://x' },
    ]);
    expect(read('c.yaml')).toMatchObject({ spec: 'c.yaml' });
    writeFileSync('contract.yaml', 'specs:\n  /a:\n    spek: a.yaml\n');
    expect(() => read()).toThrow('contract.yaml:3:5: unknown setting spek in specs. Did you mean spec?');
  });

  test('are watched, each on its own', async () => {
    writeFileSync('a.yaml', document('/one'));
    writeFileSync('b.yaml', document('/two'));
    const events: string[] = [];
    let heard = () => {};
    running = await startMockWithWatch({ documents: read('a.yaml=/a', 'b.yaml=/b'), port: 0, watch: true }, (event) => {
      events.push(event.type === 'reloaded' ? event.contract.document.file : event.file);
      heard();
    });
    const { url } = running.mock;
    const statusOf = async (path: string) => (await fetch(url + path)).status;
    expect(await statusOf('/b/two')).toBe(200);
    const changed = new Promise<void>((resolve) => {
      heard = resolve;
    });
    writeFileSync('b.yaml', document('/three'));
    await changed;
    expect(events).toEqual(['b.yaml']);
    expect(await Promise.all(['/a/one', '/b/two', '/b/three'].map(statusOf))).toEqual([200, 404, 200]);
  });
});

test('seed data of several documents are by path', async () => {
  const spec = join(start, 'fixtures/crud/documents/library.yaml');
  const documents = [
    { spec, overlays: [], path: '/a' },
    { spec, overlays: [], path: '/b' },
  ];
  const seedData = { '/b': { author: [{ id: 7, name: 'Ursula' }] } };
  running = await startMockWithWatch({ documents, port: 0, watch: false, seedData }, () => {});
  expect(await running.mock.documents[1]?.state.list('author')).toMatchObject([{ id: 7, name: 'Ursula' }]);
  const wrong = startMockWithWatch({ documents, port: 0, watch: false, seedData: { author: [] } }, () => {});
  await expect(wrong).rejects.toThrow('by path, then by type; there is no author');
});
