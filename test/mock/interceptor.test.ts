import { expect, test } from 'vitest';
import { startMock } from '../../harness/mock/mock.ts';
import type { MockInterceptor } from '../../harness/mock/types.ts';
import { type RequestParts, send } from './raw-http.ts';

const REQUEST: RequestParts = {
  target: '/animals',
  headers: { 'content-type': 'application/json' },
  body: '{"id":1,"name":"Mia"}',
};

async function answerTo(request: RequestParts, intercept: MockInterceptor) {
  const mock = await startMock({ spec: 'spec/openapi.yaml', intercept });
  const { status, headers, body } = await send(mock.port, request);
  await mock.close();
  return { status, type: headers['content-type'], body: body.toString() };
}

test('an interceptor can ignore a problem', async () => {
  const judged: MockInterceptor['onValidated'] = (_, judgement) => ({
    ...judgement,
    problems: judgement.problems.filter(({ message }) => message !== 'query parameter tags is required'),
  });
  expect(await answerTo(REQUEST, { onValidated: judged })).toMatchObject({
    status: 200,
    body: '{"id":1,"name":"Mia"}',
  });
});

test('an interceptor can report a problem of a valid request', async () => {
  const judged: MockInterceptor['onValidated'] = (_, judgement) => ({
    ...judgement,
    problems: [{ status: 409, message: 'taken' }],
  });
  const response = await answerTo({ ...REQUEST, target: '/animals?tags=a' }, { onValidated: judged });
  expect(response).toMatchObject({ status: 409, body: '{"code":409,"message":"taken"}' });
});

test('the body of a request whose problem is ignored is not echoed', async () => {
  const judged: MockInterceptor['onValidated'] = (_, judgement) => ({ ...judgement, problems: [] });
  const response = await answerTo(
    { ...REQUEST, target: '/animals?tags=a', body: '{"id":"1","name":"Mia"}' },
    { onValidated: judged },
  );
  expect(response).toMatchObject({ status: 200, body: '{"id":4711,"name":"Mia","tag":"rescued"}' });
});

test('an interceptor can change status, headers and body of a response', async () => {
  const answered: MockInterceptor['onResponse'] = (request, { operation }, response) => ({
    status: response.status + 1,
    headers: [['content-type', 'text/plain']],
    body: Buffer.from(`${operation?.id} ${request.method}`),
  });
  const response = await answerTo({ ...REQUEST, target: '/animals?tags=a' }, { onResponse: answered });
  expect(response).toEqual({ status: 201, type: 'text/plain', body: 'createAnimal POST' });
});
