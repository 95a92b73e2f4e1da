import { afterEach, describe, expect, test } from 'vitest';
import { closeMocks, openMock } from '../world/client.ts';

const ECHO = 'test/mock/documents/echo.yaml';

afterEach(closeMocks);

async function post(path: string, body: string | FormData, type?: string): Promise<unknown> {
  const mock = await openMock({ spec: ECHO });
  const headers = type === undefined ? {} : { 'content-type': type };
  const response = await fetch(mock.url + path, { method: 'POST', headers, body });
  expect(response.status).toBeLessThan(300);
  return response.json();
}

const FORM = 'application/x-www-form-urlencoded';

describe('a created record is shown as the response has it', () => {
  test('with an id and a time, and without the password', async () => {
    const body = await post('/users', '{"name":"Ann","password":"x","email":"a@example.org"}', 'application/json');
    expect(body).toMatchObject({ id: expect.any(Number), name: 'Ann', email: 'a@example.org' });
    expect(body).toHaveProperty('createdAt');
    expect(body).not.toHaveProperty('password');
  });

  test('without what the client left out', async () => {
    expect(await post('/users', '{"name":"Ann","password":"x"}', 'application/json')).not.toHaveProperty('email');
  });

  test('in the envelope of the response, from that of the request', async () => {
    const body = await post('/wrapped', '{"user":{"name":"Ann","password":"x"}}', 'application/json');
    expect(body).toMatchObject({ data: { id: expect.any(Number), name: 'Ann' } });
  });

  test('from a form', async () => {
    expect(await post('/users', 'name=Ann&password=x', FORM)).toMatchObject({ id: expect.any(Number), name: 'Ann' });
  });

  test('from a form that creates a record which is kept', async () => {
    expect(await post('/pets', 'name=Rex&age=3&tags=a&tags=b', FORM)).toMatchObject({
      name: 'Rex',
      age: 3,
      tags: ['a', 'b'],
    });
    const form = new FormData();
    form.set('name', 'Tom');
    expect(await post('/pets', form)).toMatchObject({ id: expect.any(Number), name: 'Tom' });
  });
});

test('a response that has nothing of the request is as the document has it', async () => {
  expect(await post('/login', '{"name":"Ann","password":"x"}', 'application/json')).toEqual({
    token: expect.any(String),
  });
});
