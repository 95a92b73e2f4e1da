import { expect, test } from 'vitest';
import { books, type Call, errorsOf, operationOf, type Reply, serveCalls, verifyBooks } from '../establish/books.ts';

const conflict: Reply = { status: 409, body: { error: 'taken' } };

/** A service in which no two books have the same value of these properties. */
function withUnique(...names: string[]) {
  return rejectingDuplicates(conflict, names);
}

function rejectingDuplicates(rejection: Reply, names: readonly string[]) {
  const taken = new Set<string>();
  return books((call, own) => {
    if (call.method !== 'POST' || own().status !== 201) return own();
    const keys = names.map((name) => `${name} ${String(call.body?.[name])}`);
    if (keys.some((key) => taken.has(key))) return rejection;
    for (const key of keys) taken.add(key);
    return own();
  });
}

test('a property that has to be unique is learned from the first conflict, and named in the report', async () => {
  const calls: Call[] = [];
  const report = await verifyBooks(await serveCalls(withUnique('title'), calls), { include: ['createBook'] });
  expect(errorsOf(report)).toEqual([]);
  expect(operationOf(report, 'createBook')).toMatchObject({ verified: true, unique: ['title'] });
  const titles = calls.flatMap(({ body }) => (body?.['title'] === undefined ? [] : [String(body['title'])]));
  expect(new Set(titles).size).toBeGreaterThan(0.5 * titles.length);
});

test('several properties that have to be unique are all learned', async () => {
  const document = await serveCalls(withUnique('title', 'pages'));
  const report = await verifyBooks(document, { include: ['createBook'] });
  expect(new Set(operationOf(report, 'createBook').unique)).toEqual(new Set(['title', 'pages']));
});

test('a property is learned beside one of which the service takes a single value', async () => {
  const unique = withUnique('title');
  const url = await serveCalls((call) =>
    call.method === 'POST' && call.body?.['pages'] !== undefined && Number(call.body['pages']) > 500
      ? { status: 400, body: { error: 'too long' } }
      : unique(call),
  );
  const report = await verifyBooks(url, { include: ['createBook'] });
  expect(operationOf(report, 'createBook')).toMatchObject({ verified: true, unique: ['title'] });
});

test.each([400, 409, 422])(
  'duplicates that get %i are no findings, nor is what an earlier run left',
  async (status) => {
    const url = await serveCalls(rejectingDuplicates({ status, body: { error: 'title is taken' } }, ['title']));
    for (const run of ['first', 'second', 'third']) {
      const report = await verifyBooks(url, { include: ['createBook'] });
      expect([run, errorsOf(report)]).toEqual([run, []]);
      expect(operationOf(report, 'createBook')).toMatchObject({ verified: true, unique: ['title'] });
    }
  },
);

test('duplicates that get 500 are one finding, and the property is learned', async () => {
  const url = await serveCalls(rejectingDuplicates({ status: 500, body: { error: 'Internal error' } }, ['title']));
  const report = await verifyBooks(url, { include: ['createBook'] });
  expect(operationOf(report, 'createBook')).toMatchObject({ verified: true, unique: ['title'] });
  expect(report.causes).toHaveLength(1);
  const failed = report.findings.filter(({ check }) => check === 'expected-outcome');
  expect(failed.length).toBeLessThan(4);
});

test('a service that fails for some texts as it does for duplicates is reported for both', async () => {
  const failure = { status: 500, body: { error: 'Internal error' } };
  const duplicates = rejectingDuplicates(failure, ['title']);
  const url = await serveCalls((call) =>
    call.method === 'POST' && /[^\x20-\x7e]/.test(String(call.body?.['title'])) ? failure : duplicates(call),
  );
  const report = await verifyBooks(url, { include: ['createBook'] });
  expect(errorsOf(report).join()).toContain('has an astral character');
});

test('a POST that validates nothing but unique titles is not taken for one that rejects', async () => {
  const taken = new Set<string>();
  const careless = books((call, own) => {
    const title = String(call.body?.['title']);
    if (call.method !== 'POST' || !call.body) return own();
    if (taken.has(title)) return conflict;
    taken.add(title);
    return { status: 201, body: { title: 'x' } };
  });
  const report = await verifyBooks(await serveCalls(careless), { include: ['createBook'] });
  expect(errorsOf(report)).toEqual(
    expect.arrayContaining([expect.stringMatching(/pages/), expect.stringMatching(/genre/)]),
  );
});

test('a service that accepts the same values twice has no unique properties', async () => {
  const report = await verifyBooks(await serveCalls(books()), { include: ['createBook'] });
  expect(operationOf(report, 'createBook').unique).toBeUndefined();
});
