import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Exchange } from '../../../harness/core/model.ts';
import { createTestCase, type SpecifiedCase } from '../../../harness/generate/requests/test-case.ts';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import { validRequest } from '../../../harness/generate/requests/valid-request.ts';
import { createHttpClient } from '../../../harness/http/client.ts';
import type { Contract } from '../../../harness/openapi/contract.ts';
import { loadContract } from '../../../harness/openapi/load.ts';
import { readCorrections } from '../../../harness/openapi/resources/corrections/corrections.ts';
import { resourceModel } from '../../../harness/openapi/resources/infer.ts';
import { Journal } from '../../../harness/runner/pool/journal.ts';
import { LiveRecords } from '../../../harness/runner/pool/live-records.ts';
import { ResourcePool } from '../../../harness/runner/pool/resource-pool.ts';
import type { Prepared } from '../../../harness/runner/pool/tenancy.ts';
import { libraryDocument } from '../suites/stateful/library-document.ts';
import { type LibraryService, type Mistake, startLibrary } from '../suites/stateful/library-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'pool-'));
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(libraryDocument));
const contract = loadContract(join(folder, 'openapi.json'));

let close = async () => {};
afterEach(() => close());
afterAll(() => rmSync(folder, { recursive: true }));

interface Library {
  readonly service: LibraryService;
  readonly pool: ResourcePool;
  readonly live: LiveRecords;
  /** A case of an operation about live records, as the base of its cases. */
  caseOf(operation: string, expectation?: SpecifiedCase['expectation']): Promise<SpecifiedCase>;
  send(prepared: Prepared): Promise<Exchange>;
  /** Ends the run. */
  stop(reason: string): void;
}

/** A library with a pool of its records. */
async function open(mistake: Mistake = {}, keep = false): Promise<Library> {
  const service = await startLibrary(mistake);
  const client = createHttpClient({ baseUrl: service.url, timeoutMs: 5000, connections: 4 });
  close = async () => {
    await client.close();
    await service.close();
  };
  const { signal } = new AbortController();
  const unique = new UniqueValues(1);
  const send = async (testCase: Exchange['case']): Promise<Exchange> => ({
    case: testCase,
    response: await client.send(testCase.request, signal),
  });
  const evaluate = () => {
    throw new Error('no test asks for the result of a step');
  };
  let stopReason: string | undefined;
  const stop = (reason: string) => {
    stopReason = reason;
  };
  const sender = { contract, baseUrl: service.url, examples: [], send, evaluate, stopReason: () => stopReason };
  const pool = new ResourcePool(
    resourceModel(contract, readCorrections({})),
    new Journal(sender, 'test', unique.fork('pool')),
    { keep },
  );
  const live = new LiveRecords(pool, 100);
  const caseOf = (id: string, expectation: SpecifiedCase['expectation'] = 'accept') =>
    boundCase({ contract, live, unique }, id, expectation);
  return { service, pool, live, caseOf, send: (prepared) => send(prepared.case), stop };
}

async function boundCase(
  { live, unique }: { contract: Contract; live: LiveRecords; unique: UniqueValues },
  id: string,
  expectation: SpecifiedCase['expectation'],
): Promise<SpecifiedCase> {
  const operation = contract.operation(id);
  const plain = operation && validRequest(contract, unique, operation, 'all');
  if (!plain) throw new Error(`no request of ${id} could be made`);
  const spec = await live.bind(operation, plain);
  if ('problem' in spec) throw new Error(spec.problem);
  const origin = { suite: 'test', kind: 'test', location: undefined };
  return createTestCase(contract, unique, { id, operation, spec, expectation, origin });
}

const pathOf = ({ case: { request } }: Prepared) => request.path.replace(/\?.*/, '');
const created = ({ requests }: LibraryService) => requests.filter((request) => request.startsWith('POST'));

describe('live records', () => {
  test('readers share one record, and the records around it', async () => {
    const { service, live, caseOf } = await open();
    const paths = [];
    for (const operation of ['readBook', 'readBook', 'listBooks'])
      paths.push(pathOf(await live.prepare(await caseOf(operation))));
    expect(paths).toEqual(['/shelves/1/books/2', '/shelves/1/books/2', '/shelves/1/books']);
    expect(created(service)).toEqual(['POST /shelves', 'POST /shelves/1/books']);
  });

  test('each deletion and each action has a record of its own', async () => {
    const { live, caseOf } = await open();
    for (const operation of ['deleteBook', 'lendBook']) {
      const testCase = await caseOf(operation);
      const paths = [await live.prepare(testCase), await live.prepare(testCase), await live.prepare(testCase)];
      expect(new Set(paths.map(pathOf)).size).toBe(3);
    }
  });

  test('a change has a record for itself until it gives it back', async () => {
    const { live, caseOf } = await open();
    const testCase = await caseOf('changeBook');
    const first = await live.prepare(testCase);
    const waiting = live.prepare(testCase);
    await live.release(first, false);
    expect(pathOf(await waiting)).toBe(pathOf(first));
  });

  test('a record that an invalid change was stored in is not used again', async () => {
    const { live, caseOf } = await open();
    const testCase = await caseOf('changeBook', 'reject');
    const first = await live.prepare(testCase);
    await live.release(first, true);
    expect(pathOf(await live.prepare(testCase))).not.toBe(pathOf(first));
  });

  test('a shared record that is gone is replaced for all who read it', async () => {
    const { service, live, caseOf, send } = await open();
    const testCase = await caseOf('readBook');
    const before = await live.prepare(testCase);
    service.tables.book.clear();
    const renewed = await live.renew(before, await send(before), async () => false);
    expect(renewed && (await send(renewed)).response).toMatchObject({ status: 200 });
    expect(pathOf(await live.prepare(testCase))).toBe(renewed && pathOf(renewed));
  });

  test('a record that the end of the run leaves uncreated is unavailable to all', async () => {
    const { pool, stop } = await open();
    const created = await pool.share('shelf');
    if ('problem' in created) throw new Error(created.problem);
    stop('the time is over');
    expect(await pool.share('book')).toEqual({ problem: 'the time is over' });
    await pool.forget(created);
    expect(await pool.share('shelf')).toEqual({ problem: 'the time is over' });
  });

  test('a record that is there is not replaced for a 404', async () => {
    const { live, caseOf, send } = await open({
      before: ({ method }) => (method === 'GET' ? { status: 404 } : undefined),
    });
    const prepared = await live.prepare(await caseOf('readBook'));
    expect(await live.renew(prepared, await send(prepared), async () => true)).toBeUndefined();
  });
});

describe('the pool', () => {
  test('creates with other values what is taken', async () => {
    let taken = 0;
    const { service, live, caseOf } = await open({
      before: ({ method, type }) =>
        method === 'POST' && type === 'shelf' && taken++ < 3 ? { status: 409, body: { message: 'taken' } } : undefined,
    });
    await live.prepare(await caseOf('readShelf'));
    expect([...service.tables.shelf.values()]).toHaveLength(1);
  });

  test('does not try again what the service does not let it create', async () => {
    const { service, live } = await open({ before: () => ({ status: 401, body: { message: 'who are you?' } }) });
    for (const id of ['readShelf', 'readBook', 'deleteBook', 'changeShelf']) {
      const operation = contract.operation(id);
      const plain = operation && validRequest(contract, new UniqueValues(1), operation, 'all');
      expect(plain && (await live.bind(operation, plain))).toHaveProperty('problem');
    }
    expect(created(service)).toEqual(['POST /shelves']);
  });

  test('deletes what it created, children first', async () => {
    const { service, pool, live, caseOf } = await open();
    await live.prepare(await caseOf('readBook'));
    expect(await pool.cleanUp()).toEqual([]);
    const deleted = service.requests.filter((request) => request.startsWith('DELETE'));
    expect(deleted).toEqual(['DELETE /shelves/1/books/2', 'DELETE /shelves/1']);
  });

  test('leaves what it created if it is configured to', async () => {
    const { service, pool, live, caseOf } = await open({}, true);
    await live.prepare(await caseOf('readBook'));
    expect(await pool.cleanUp()).toEqual([]);
    expect(service.requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);
  });
});
