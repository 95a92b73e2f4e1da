import { describe, expect, test } from 'vitest';
import { formatEvent } from '../../../harness/report/console/console.ts';
import { Progress } from '../../../harness/report/console/progress.ts';
import { createCaseSource } from '../../../harness/runner/context.ts';
import { plannedWrites } from '../../../harness/runner/execute/planned-writes.ts';
import { resolveOptions } from '../../../harness/runner/settings/options.ts';
import { SUITES } from '../../../harness/runner/settings/suite-names.ts';
import { load } from '../../openapi/documents.ts';
import { BOOKS } from '../establish/books.ts';

const contract = load({ 'spec.yaml': BOOKS.replace('BOOK_EXAMPLE', '') });

function writesTo(target: string, names?: readonly string[]) {
  const config = resolveOptions({ spec: 'spec.yaml', target, runs: 1 });
  const operations = contract.operations.filter(({ id }) => names?.includes(id) ?? true);
  return plannedWrites(createCaseSource(config, contract, operations), { ...config, suites: SUITES }, target);
}

describe('before it writes to another machine, a run says', () => {
  test.each(['http://staging.example', 'http://10.0.0.1:8080', 'http://[2001:db8::1]/api'])(
    'how much: %s',
    (target) => {
      expect(writesTo(target)).toMatchObject({ operations: 3, isAll: false, requests: expect.any(Number) });
    },
  );

  test.each(['http://127.0.0.1:1', 'http://127.1.2.3', 'http://localhost:80', 'http://a.localhost', 'http://[::1]:1'])(
    'nothing of %s, which is this one',
    (target) => expect(writesTo(target)).toBeUndefined(),
  );

  test('nothing if there are only safe methods', () => {
    expect(writesTo('http://staging.example', ['getBook', 'listBooks'])).toBeUndefined();
  });

  test('which switch prevents it, also quietly', () => {
    const writes = { operations: 1, requests: 1234, isAll: true };
    const event = {
      type: 'start',
      target: 'http://u:p@staging.example',
      suites: ['examples'],
      seed: 1,
      writes,
    } as const;
    const options = { color: false, quiet: true, verbose: false, secretHeaders: [] };
    expect(formatEvent(event, new Progress(), options)).toEqual([
      'http://***@staging.example is not on this machine: about 1,234 requests to 1 operation that may change records; --safe-methods-only prevents them',
    ]);
  });
});
