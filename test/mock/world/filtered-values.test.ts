import { afterEach, expect, test } from 'vitest';
import { contractOf, listOf, record } from '../../openapi/resources/api.ts';
import { closeMocks, each, fields, openMock } from './client.ts';

afterEach(closeMocks);

const integer = { type: 'integer' };
const string = { type: 'string' };
const STATES = { type: 'string', enum: ['all', 'closed', 'open'] };
const query = {
  state: STATES,
  sort: { type: 'string', enum: ['newest', 'oldest'] },
  kind: listOf({ enum: ['bug', 'wish'] }),
};

function api(state: object, kind: object = string) {
  const issue = record({ id: integer, title: string, state: { ...state }, kind: { ...kind }, sort: string }, [
    'id',
    'title',
    'state',
    'kind',
  ]);
  return contractOf({
    'GET /issues': { gives: listOf(issue), query },
    'GET /issues/{issueId}': { gives: issue, path: { issueId: integer } },
    'POST /issues': { sends: record({ title: string }, ['title']), gives: issue, status: '201' },
  });
}

test('a text that a list is filtered by has the values of the filter, each in turn', async () => {
  const mock = await openMock({ contract: api(string) });
  const { body } = await mock.send('GET', '/issues');
  expect(new Set(each(body, '/state'))).toEqual(new Set(['open', 'closed']));
  expect(new Set(each(body, '/kind'))).toEqual(new Set(['bug', 'wish']));
  expect(each(body, '/sort')).not.toContain('newest');
  const { body: open } = await mock.send('GET', '/issues?state=open');
  expect(new Set(each(open, '/state'))).toEqual(new Set(['open']));
  expect((await mock.send('GET', '/issues/77')).body).toMatchObject({
    state: expect.stringMatching(/^(open|closed)$/),
  });
});

test('a new record does not begin at the end', async () => {
  const mock = await openMock({ contract: api(string) });
  const { body } = await mock.send('POST', '/issues', { title: 'New' });
  expect(fields(body)['state']).toBe('open');
});

test.each([
  ['an enum', { type: 'string', enum: ['draft', 'sent'] }, /^(draft|sent)$/],
  ['a pattern', { type: 'string', pattern: '^[0-9]{4}$' }, /^[0-9]{4}$/],
  ['an example', { type: 'string', example: 'in review' }, /^(?!open$|closed$)/],
])('what the document says of the text itself comes first: %s', async (_, state, expected) => {
  const mock = await openMock({ contract: api(state) });
  const { body } = await mock.send('GET', '/issues');
  for (const value of each(body, '/state')) expect(value).toMatch(expected);
});
