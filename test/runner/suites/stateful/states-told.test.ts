import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { findingsOnMock } from './on-mock.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const text = { type: 'string', minLength: 1, maxLength: 40 };
const id = { type: 'string', format: 'uuid', readOnly: true };
const readOnly = true;
const list = {
  type: 'object',
  required: ['id', 'title', 'note', 'status', 'openTaskCount'],
  properties: {
    id,
    title: text,
    note: text,
    status: { type: 'string', enum: ['active', 'archived'], readOnly },
    openTaskCount: { type: 'integer', readOnly, description: 'Number of open tasks of the list' },
  },
};
const task = {
  type: 'object',
  required: ['id', 'name', 'status', 'completedAt'],
  properties: {
    id,
    name: text,
    status: { type: 'string', enum: ['open', 'done'], readOnly },
    completedAt: { type: 'string', format: 'date-time', nullable: true, readOnly },
  },
};
const error = { description: 'error' };
const path = [{ name: 'id', in: 'path', required: true, schema: id }];
const body = (properties: object) => ({
  required: true,
  ...content({ type: 'object', required: Object.keys(properties), properties }),
});
const shown = (schema: object) => ({ 200: { description: 'it', ...content(schema) }, 404: error });
const action = (description: string, schema: object) => ({
  parameters: path,
  post: { description, responses: { ...shown(schema), 409: { description: 'Not in this state' } } },
});
const create = (properties: object, schema: object) => ({
  requestBody: body(properties),
  responses: { 201: { description: 'created', ...content(schema) }, 400: error, 404: error },
});

/** Lists that are archived and restored, with tasks that are completed and reopened. */
const documentOf = (ofList: string) => ({
  openapi: '3.0.3',
  info: { title: 'Lists', version: '1' },
  paths: {
    '/lists': {
      get: {
        parameters: [{ name: 'status', in: 'query', description: ofList, schema: list.properties.status }],
        responses: { 200: { description: 'all', ...content({ type: 'array', items: list }) } },
      },
      post: create({ title: text, note: text }, list),
    },
    '/lists/{id}': { parameters: path, get: { responses: shown(list) } },
    '/lists/{id}/archive': action('Sets the status to `archived`.', list),
    '/lists/{id}/restore': action('Sets the status of an archived list to `active` again.', list),
    '/lists/{id}/tasks': { parameters: path, post: create({ name: text }, task) },
    '/tasks/{taskId}': {
      parameters: [{ ...path[0], name: 'taskId' }],
      get: { responses: shown(task) },
    },
    '/tasks/{taskId}/complete': {
      ...action('Sets the status to `done` and `completedAt` to the current time.', task),
      parameters: [{ ...path[0], name: 'taskId' }],
    },
    '/tasks/{taskId}/reopen': {
      ...action('Sets the status of a done task to `open` and `completedAt` to null.', task),
      parameters: [{ ...path[0], name: 'taskId' }],
    },
  },
});

type Values = Readonly<Record<string, unknown>>;
type Habit =
  | 'restores nothing'
  | 'loses the note'
  | 'hides archived'
  | 'counts none'
  | 'counts all'
  | 'keeps the time'
  | 'sets no time';

function listsApp(habit: Habit | undefined) {
  const lists = new Map<string, Values>();
  const tasks = new Map<string, Values>();
  const shownList = (own: Values) => {
    const below = [...tasks.values()].filter((each) => each['listId'] === own['id']);
    const open = habit === 'counts all' ? below : below.filter((each) => each['status'] === 'open');
    return { ...own, openTaskCount: habit === 'counts none' ? 0 : open.length };
  };
  const status = (code: number) => new Response(null, { status: code });
  const change = (records: Map<string, Values>, before: Values, from: string, changes: Values) => {
    if (before['status'] !== from) return status(409);
    const after = { ...before, ...changes };
    records.set(String(before['id']), after);
    return Response.json(records === lists ? shownList(after) : after);
  };
  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    const [, kind, key = '', verb] = pathname.split('/');
    const own = (kind === 'lists' ? lists : tasks).get(key);
    if (key !== '' && !own) return status(404);
    if (request.method === 'POST' && (verb === undefined || verb === 'tasks')) {
      const sent = Object(JSON.parse(await request.text()));
      const isValid = Object.values(sent).every((each) => typeof each === 'string' && each !== '' && each.length <= 40);
      if (!isValid) return status(400);
      const first = verb === 'tasks' ? { status: 'open', completedAt: null, listId: key } : { status: 'active' };
      const made = { ...sent, ...first, id: crypto.randomUUID() };
      (verb === 'tasks' ? tasks : lists).set(made.id, made);
      return Response.json(verb === 'tasks' ? made : shownList(made), { status: 201 });
    }
    const wanted = searchParams.get('status');
    const isListed = (each: Values) =>
      wanted === null ? habit !== 'hides archived' || each['status'] === 'active' : each['status'] === wanted;
    if (!own) return Response.json([...lists.values()].filter(isListed).map(shownList));
    if (verb === 'archive') return change(lists, own, 'active', { status: 'archived' });
    if (verb === 'restore') {
      const effect = habit === 'restores nothing' ? {} : { status: 'active' };
      return change(lists, own, 'archived', habit === 'loses the note' ? { ...effect, note: '-' } : effect);
    }
    const now = habit === 'sets no time' ? null : new Date().toISOString();
    if (verb === 'complete') return change(tasks, own, 'open', { status: 'done', completedAt: now });
    const kept = habit === 'keeps the time' ? {} : { completedAt: null };
    if (verb === 'reopen') return change(tasks, own, 'done', { status: 'open', ...kept });
    return Response.json(kind === 'lists' ? shownList(own) : own);
  };
}

const ALL = 'Lists with this status alone. Without it, active and archived lists are returned.';

async function found(habit: Habit | undefined, ofList = ALL) {
  const options = { suites: ['stateful'], consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec: documentOf(ofList), app: listsApp(habit), ...options });
  return findings.map(({ check, message }) => `${check}: ${message}`).join('\n');
}

test.each<[Habit, string]>([
  ['restores nothing', 'action-is-visible: /status of the list is not what the document says'],
  ['loses the note', 'action-is-visible: properties of the list that it is not about are lost'],
  ['hides archived', 'created-is-listed: a list that exists is not listed after the action'],
  ['counts none', 'created-is-listed: /openTaskCount of the list is not the number'],
  ['counts all', 'action-is-visible: /openTaskCount of the list is not the number'],
  ['keeps the time', 'action-is-visible: /completedAt of the task is not what the document says'],
  ['sets no time', 'action-is-visible: /completedAt of the task is not what'],
])('a service that %s is found', async (habit, message) => {
  expect(await found(habit)).toContain(message);
});

test('a service that does what the document says raises no alarm, nor does the mock', async () => {
  expect(await found(undefined)).toBe('');
  expect(await findingsOnMock(documentOf(ALL))).toEqual([]);
});

test.each(['Lists with this status alone.', 'Without it, only active lists are returned.'])(
  'where the document does not say that they are listed, archived records may be hidden: %s',
  async (ofList) => {
    expect(await found('hides archived', ofList)).toBe('');
  },
);
