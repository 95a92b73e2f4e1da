import { expect, test } from 'vitest';
import { startMock, verify } from '../../../../harness/index.ts';
import { PERMIT_TEXTS, permitsDocument } from './permits-document.ts';

interface Permit {
  readonly id: number;
  readonly holder: string;
  readonly status: string;
  readonly printed: number;
}

interface Habits {
  readonly mayChange: (before: Permit, sent: Partial<Permit>) => boolean;
  readonly mayPrint: (permit: Permit) => boolean;
  readonly mayRemove: (permit: Permit) => boolean;
}

const ORDER = ['open', 'approved', 'closed'];
const isForward = ({ status }: Permit, sent: Partial<Permit>) =>
  ORDER.indexOf(sent.status ?? status) >= ORDER.indexOf(status);
const CONFORMING: Habits = {
  mayChange: (before, sent) => before.status !== 'closed' && isForward(before, sent),
  mayPrint: ({ printed }) => printed === 0,
  mayRemove: ({ printed }) => printed === 0,
};

function permitsApp(mistake: Partial<Habits>) {
  const { mayChange, mayPrint, mayRemove } = { ...CONFORMING, ...mistake };
  const permits = new Map<number, Permit>();
  let last = 0;
  const store = (permit: Permit, status = 200) => {
    permits.set(permit.id, permit);
    return Response.json(permit, { status });
  };
  const fail = (status: number) => new Response(null, { status });
  return async (request: Request): Promise<Response> => {
    const [, , id, action] = new URL(request.url).pathname.split('/');
    const sent = request.headers.has('content-type') ? JSON.parse((await request.text()) || '{}') : {};
    const isValid = ['holder', 'status'].every(
      (name) => sent[name] === undefined || (typeof sent[name] === 'string' && sent[name] !== ''),
    );
    if (!isValid || (sent.status !== undefined && !ORDER.includes(sent.status))) return fail(400);
    if (id === undefined)
      return sent.holder ? store({ id: ++last, holder: sent.holder, status: 'open', printed: 0 }, 201) : fail(400);
    const own = permits.get(Number(id));
    if (!own) return fail(404);
    if (action !== undefined) return mayPrint(own) ? store({ ...own, printed: own.printed + 1 }) : fail(409);
    if (request.method === 'GET' || request.method === 'HEAD') return Response.json(own);
    if (request.method === 'PATCH') {
      const { holder = own.holder, status = own.status } = sent;
      return mayChange(own, sent) ? store({ ...own, holder, status }) : fail(409);
    }
    if (!mayRemove(own)) return fail(409);
    permits.delete(own.id);
    return fail(204);
  };
}

async function found(mistake: Partial<Habits>, spec: object = permitsDocument()): Promise<string[]> {
  const options = { suites: ['stateful'], consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec, app: permitsApp(mistake), ...options });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

const conflict = (what: string) => `conflict-is-rejected: it ${what}, which the document calls a conflict`;

test.each<[string, Partial<Habits>, string]>([
  ['changes what is closed', { mayChange: isForward }, conflict('changes a permit that is closed')],
  [
    'opens again what was approved',
    { mayChange: ({ status }) => status !== 'closed' },
    conflict('leads a permit that is approved to open'),
  ],
  ['prints twice', { mayPrint: () => true }, conflict('is accepted for a permit that is printed')],
  ['removes what is printed', { mayRemove: () => true }, conflict('is accepted for a permit that is printed')],
])('a service that %s is found', async (_, mistake, message) => {
  expect(await found(mistake)).toContain(message);
});

test('a service that keeps to the document raises no alarm, nor does its mock', async () => {
  expect(await found({})).toEqual([]);
  const mock = await startMock({ spec: permitsDocument(), port: 0 });
  try {
    const { findings } = await verify({
      spec: permitsDocument(),
      target: mock.url,
      suites: ['stateful'],
      consistency: 0,
    });
    expect(findings).toEqual([]);
  } finally {
    await mock.close();
  }
});

test('what the document does not call a conflict may be done', async () => {
  const free = { mayChange: () => true, mayPrint: () => true, mayRemove: () => true };
  expect(await found(free, permitsDocument({}))).toEqual([]);
  const others = {
    change: 'The status may go back. Cannot be changed while an inspection is open (409).',
    print: 'Print the permit again at any time; 409 if another one is printed.',
    remove: '409 unless it is stored.',
  };
  expect(await found(free, permitsDocument(others))).toEqual([]);
  const several = { print: '409 if printed twice already.', remove: 'A conflict if it was printed more than twice.' };
  expect(await found(free, permitsDocument(several))).toEqual([]);
});

test.each([
  ['A permit cannot be printed twice.'],
  ['409 if it is already printed.'],
  ['Not again: a further request is rejected with 409.'],
])('%s: this says that an action is done once', async (print) => {
  const texts = { ...PERMIT_TEXTS, print };
  expect(await found({ mayPrint: () => true }, permitsDocument(texts))).toContain(
    conflict('is accepted for a permit that is printed'),
  );
});
