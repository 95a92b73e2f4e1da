import { expect, test } from 'vitest';
import type { JsonObject } from '../../../harness/core/model.ts';
import { emptyRequestSpec, requestMediaType } from '../../../harness/generate/requests/build-request.ts';
import { withFreshStrings } from '../../../harness/generate/requests/unique-fields.ts';
import { UniqueValues } from '../../../harness/generate/requests/unique-values.ts';
import { canonicalValue } from '../../../harness/generate/values/canonical-value.ts';
import { distinctValue } from '../../../harness/generate/values/distinct-value.ts';
import { creating, only } from '../documents.ts';

const E_MAIL = /^xx\w{6}@example\.com$/;

const contract = creating(`
type: object
properties:
  email: { type: string }
  contact_e_mail: { type: string, nullable: true }
  homepage: { type: string }
  mobilePhone: { type: string, maxLength: 20 }
  birthDate: { type: string }
  publishedAt: { type: string }
  update: { type: string }
  name: { type: string }
  short_email: { type: string, maxLength: 10 }
  plain_date: { type: string, pattern: '^[a-z]+$' }
  date: { type: string, enum: [today] }
`);
const operation = only(contract);
const pointer = requestMediaType(operation)?.schema ?? '';
const unique = new UniqueValues(3);
const body = canonicalValue(contract, unique, pointer, { direction: 'request', properties: 'all' }) as JsonObject;

test('a text without a format has that of its name, if its schema permits it', () => {
  expect(body).toEqual({
    email: expect.stringMatching(E_MAIL),
    contact_e_mail: expect.stringMatching(E_MAIL),
    homepage: expect.stringMatching(/^https:\/\/example\.com\/xx\w{6}$/),
    mobilePhone: expect.stringMatching(/^\+1415[2-9]\d{6}$/),
    birthDate: '2024-02-29',
    publishedAt: '2024-02-29T12:30:45Z',
    update: expect.stringMatching(/^xx\w{6}$/),
    name: expect.stringMatching(/^xx\w{6}$/),
    short_email: expect.stringMatching(/^\w{10}$|^xx\w{6}$/),
    plain_date: expect.stringMatching(/^[a-z]+$/),
    date: 'today',
  });
});

test('it keeps that format where it is made anew', () => {
  const fresh = withFreshStrings(contract, unique, operation, { ...emptyRequestSpec, body }).body as JsonObject;
  expect(fresh['email']).toMatch(E_MAIL);
  expect(fresh['email']).not.toBe(body['email']);
  expect(fresh['birthDate']).toBe(body['birthDate']);
});

test.each(['2026-03-01', '2038-01-19T04:31:59.123456+14:00'])(
  'no word is put beside %s, whatever its name',
  (moment) => {
    const spec = { ...emptyRequestSpec, body: { ...body, name: moment } };
    expect(withFreshStrings(contract, unique, operation, spec).body).toMatchObject({ name: moment });
  },
);

test('it keeps that format where it has to be unique', () => {
  unique.learn(operation.id, ['email']);
  const fresh = withFreshStrings(contract, unique, operation, { ...emptyRequestSpec, body }).body as JsonObject;
  expect(fresh['email']).toMatch(E_MAIL);
});

test('dates without a format differ from one variant to the next', () => {
  const dates = [0, 1].map((variant) => {
    const { birthDate, publishedAt } = distinctValue(contract, pointer, body, variant) as JsonObject;
    return { birthDate, publishedAt };
  });
  expect(dates).toEqual([
    { birthDate: '2024-03-01', publishedAt: '2024-03-01T12:30:45Z' },
    { birthDate: '2024-03-02', publishedAt: '2024-03-02T12:30:45Z' },
  ]);
});
