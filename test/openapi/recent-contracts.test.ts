import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runWithDeadline, TIMED_OUT } from '../../harness/core/util/deadline.ts';
import { loadContract, loadContractToLint } from '../../harness/openapi/load.ts';

const documentOf = (schema: object, title = 'Notes') => ({
  openapi: '3.1.0',
  info: { title, version: '1' },
  paths: {
    '/notes': { get: { responses: { 200: { description: 'all', content: { 'application/json': { schema } } } } } },
  },
});

test('a document that was loaded is the same contract when it is loaded again', () => {
  const first = loadContract(documentOf({ type: 'object' }));
  expect(loadContract(documentOf({ type: 'object' }))).toBe(first);
  expect(loadContractToLint(documentOf({ type: 'object' }))).toBe(first);
});

test('a document that says anything else is another one', () => {
  const spec = documentOf({ type: 'object' });
  const first = loadContract(spec);
  spec.info.title = 'Others';
  expect(loadContract(spec)).not.toBe(first);
});

test('a file is read again once its text is another one', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'recent-')), 'openapi.json');
  const titleIn = (title: string) => {
    writeFileSync(file, JSON.stringify(documentOf({ type: 'object' }, title)));
    return loadContract(file).document.at('#/info/title');
  };
  expect([titleIn('a'), titleIn('a'), titleIn('b'), titleIn('a')]).toEqual(['a', 'a', 'b', 'a']);
});

test('files that a document refers to are read again', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recent-'));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(documentOf({ $ref: 'note.json' })));
  const typeAs = (type: string) => {
    writeFileSync(join(folder, 'note.json'), JSON.stringify({ type }));
    const contract = loadContract(file);
    const [schema = ''] = contract.operations.flatMap(({ responses }) =>
      responses.flatMap(({ content }) => content.flatMap((each) => each.schema ?? [])),
    );
    return contract.document.resolve(schema).value;
  };
  expect([typeAs('object'), typeAs('array')]).toEqual([{ type: 'object' }, { type: 'array' }]);
});

test('a document without a schema that it refers to is an error, although linting it was none', () => {
  const spec = documentOf({ $ref: '#/components/schemas/Note' });
  expect(loadContractToLint(spec).document.unresolved).toHaveLength(1);
  expect(() => loadContract(spec)).toThrow('#/components/schemas/Note');
});

test('what was derived while something took too long is derived again', () => {
  const first = loadContract(documentOf({ type: 'object' }));
  const endless = () => {
    for (;;);
  };
  expect(runWithDeadline(5, endless)).toBe(TIMED_OUT);
  expect(loadContract(documentOf({ type: 'object' }))).not.toBe(first);
});
