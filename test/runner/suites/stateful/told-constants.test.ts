import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 40 };
const mrn = { type: 'string', pattern: '^MRN[0-9]{8}$', readOnly: true };
const patient = {
  type: 'object',
  required: ['id', 'mrn', 'name'],
  properties: { id: { ...text, readOnly: true }, mrn, name: text, 'c++': { ...text, readOnly: true } },
};
const error = { description: 'error' };
const body = { required: true, ...content(patient) };

/** Patients with a number that the service gives. */
const documentWith = (description: string) => ({
  openapi: '3.0.3',
  info: { title: 'Patients', version: '1' },
  paths: {
    '/patients': {
      post: {
        operationId: 'create',
        requestBody: body,
        responses: { 201: { description: 'created', ...content(patient) }, 400: error },
      },
    },
    '/patients/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: { operationId: 'read', responses: { 200: { description: 'one', ...content(patient) }, 404: error } },
      put: {
        operationId: 'replace',
        description,
        requestBody: body,
        responses: { 200: { description: 'one', ...content(patient) }, 400: error, 404: error },
      },
    },
  },
});

interface Patient {
  readonly id: string;
  readonly mrn: string;
  readonly name: string;
}
type Sent = Partial<Record<string, unknown>>;
type Replace = (before: Patient, sent: Sent, next: () => string) => string;

function servePatients(replace: Replace): Promise<string> {
  const patients = new Map<string, Patient>();
  let count = 0;
  const next = () => `MRN${String(++count).padStart(8, '0')}`;
  return serve(async (request, response) => {
    const send = (status: number, shown?: Patient) =>
      response
        .writeHead(status, shown ? { 'content-type': 'application/json' } : {})
        .end(shown ? JSON.stringify(shown) : undefined);
    const before = patients.get(decodeURIComponent(request.url?.split('/')[2] ?? ''));
    if (request.method !== 'POST' && !before) return send(404);
    if (request.method === 'GET' || request.method === 'HEAD') return send(200, before);
    const sent = parsed(String(await bodyOf(request)));
    const { name } = sent;
    if (typeof name !== 'string' || name === '' || [...name].length > 40) return send(400);
    const now = before
      ? { ...before, name, mrn: replace(before, sent, next) }
      : { id: crypto.randomUUID(), name, mrn: next() };
    patients.set(now.id, now);
    return send(before ? 200 : 201, now);
  });
}

function parsed(sent: string): Sent {
  try {
    return Object(JSON.parse(sent));
  } catch {
    return {};
  }
}

const TOLD = 'Replaces a patient. `id` and `mrn` never change.';
const keep: Replace = ({ mrn: own }) => own;
const renew: Replace = (_, __, next) => next();
const take: Replace = ({ mrn: own }, { mrn: sent }) => (typeof sent === 'string' ? sent : own);

test.each<[string, Replace, string, readonly string[]]>([
  ['a value that never changes, as the document says, may not be renewed', renew, TOLD, ['identity-is-stable']],
  ['where the document says nothing it may', renew, 'Replaces a patient.', []],
  ['so it may where that is not always so', renew, 'The `mrn` never changes if the name stays.', []],
  ['a readOnly text with a pattern is not taken from the client', take, 'Replaces a patient.', ['identity-is-stable']],
  ['a value that is kept is no finding', keep, TOLD, []],
])('%s', async (_, replace, description, expected) => {
  const { findings } = await verify({
    spec: documentWith(description),
    target: await servePatients(replace),
    suites: ['stateful'],
    consistency: 20,
    runs: 0,
  });
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect([...new Set(errors.map(({ check }) => check))], JSON.stringify(errors.map(({ message }) => message))).toEqual(
    expected,
  );
});
