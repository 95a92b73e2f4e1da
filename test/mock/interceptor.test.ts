import { expect, test } from 'vitest';
import { startMock } from '../../harness/mock/mock.ts';
import type { MockInterceptor } from '../../harness/mock/types.ts';
import { type RequestParts, send } from './raw-http.ts';

const REQUEST: RequestParts = {
  target: '/animals',
  headers: { 'content-type': 'application/json' },
  body: '{"id":1,"name":"Mia"}',
};

async function responseTo(request: RequestParts, intercept: MockInterceptor) {
  const mock = await startMock({ spec: 'spec/openapi.yaml', intercept });
  const { status, headers, body } = await send(mock.port, request);
  await mock.close();
  return { status, type: headers['content-type'], body: body.toString() };
}

test('an interceptor can ignore a problem', async () => {
  const edited: MockInterceptor['onValidated'] = (_, validation) => ({
    ...validation,
    problems: validation.problems.filter(({ message }) => message !== 'query parameter tags is required'),
  });
  expect(await responseTo(REQUEST, { onValidated: edited })).toMatchObject({
    status: 200,
    body: '{"id":1,"name":"Mia"}',
  });
});

test('an interceptor can report a problem of a valid request', async () => {
  const edited: MockInterceptor['onValidated'] = (_, validation) => ({
    ...validation,
    problems: [{ status: 409, message: 'taken' }],
  });
  const response = await responseTo({ ...REQUEST, target: '/animals?tags=a' }, { onValidated: edited });
  expect(response).toMatchObject({ status: 409, body: '{"code":409,"message":"taken"}' });
});

test('the body of a request whose problem is ignored is not echoed', async () => {
  const edited: MockInterceptor['onValidated'] = (_, validation) => ({ ...validation, problems: [] });
  const response = await responseTo(
    { ...REQUEST, target: '/animals?tags=a', body: '{"id":"1","name":"Mia"}' },
    { onValidated: edited },
  );
  expect(response).toMatchObject({ status: 200, body: '{"id":4711,"name":"Mia","tag":"rescued"}' });
});

test('an interceptor can change status, headers and body of a response', async () => {
  const edited: MockInterceptor['onResponse'] = (request, { operation }, response) => ({
    status: response.status + 1,
    headers: [['content-type', 'text/plain']],
    body: Buffer.from(`${operation?.id} ${request.method}`),
  });
  const response = await responseTo({ ...REQUEST, target: '/animals?tags=a' }, { onResponse: edited });
  expect(response).toEqual({ status: 201, type: 'text/plain', body: 'createAnimal POST' });
});
