import { bodyOf, serve } from '../../../servers.ts';

type Values = Record<string, unknown>;

/** A record of any type, below the path of its collection. */
interface Kept {
  readonly collection: string;
  readonly id: string;
  values: Values;
  isDeleted: boolean;
}

/** What a service of projects does wrong; each is one bug. */
export interface ProjectsMistakes {
  /** Whether a change may name this version of a record that has the other one. */
  readonly isCurrent?: (sent: unknown, version: unknown) => boolean;
  /** Whether a change that names a version which is out of date is stored before it is rejected. */
  readonly storesStale?: boolean;
  /** Values after a PATCH. */
  readonly patched?: (before: Values, sent: Values) => Values;
  /** State after an action. */
  readonly acted?: (name: string, correct: string, before: string) => string;
  /** Whether it does what it is asked to although it rejects the body. */
  readonly actsAnyway?: boolean;
  /** Whether the creation of a workspace whose id is taken is stored, and whether it is rejected. */
  readonly taken?: { readonly isStored: boolean; readonly isRejected: boolean };
  /** What a list shows. */
  readonly listed?: (
    records: readonly Values[],
    query: URLSearchParams,
    correct: readonly Values[],
  ) => readonly Values[];
  /** Values after a record was restored; undefined leaves it deleted. */
  readonly restored?: (values: Values) => Values | undefined;
}

const json = (schema: object) => ({ 'application/json': { schema } });
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required });
const text = { type: 'string', minLength: 1 };
const id = { type: 'string' };
const errors = Object.fromEntries(
  [404, 409, 422].map((status) => [status, { description: 'no', content: json(object({ message: text })) }]),
);
const workspace = { id: { type: 'string', pattern: '^[a-z0-9-]{2,40}$' }, name: text };
const person = { name: text };
const project = { title: text, notes: { type: 'string' }, ownerId: { ...id, description: 'A person.' } };
const state = { type: 'string', enum: ['draft', 'active', 'archived'], readOnly: true };
const shownProject = object({ id, ...project, state, version: { type: 'integer' } }, [
  'id',
  'title',
  'state',
  'version',
]);

/** The identifier beside the record, as Flask-AppBuilder has it. */
const one = (status: number, record: object) => ({
  [status]: { description: 'one', content: json(object({ id, result: record }, ['id', 'result'])) },
});
const body = (schema: object) => ({ required: true, content: json(schema) });
const parameters = (path: string) =>
  [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: id }));

const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const queries = [
  query('order_column', { type: 'string', enum: ['name', 'title'] }),
  query('order_direction', { type: 'string', enum: ['asc', 'desc'] }),
  query('page', { type: 'integer', minimum: 0, default: 0 }),
  query('page_size', { type: 'integer', minimum: 1 }),
];

function crud(path: string, name: string, schema: object, shown: object, patch: object | undefined) {
  const item = `${path}/{${name}Id}`;
  const list = object(
    { count: { type: 'integer', description: 'On all pages.' }, result: { type: 'array', items: shown } },
    ['result'],
  );
  return {
    [path]: {
      parameters: parameters(path),
      get: {
        operationId: `${name}.list`,
        parameters: queries,
        responses: { 200: { description: 'all', content: json(list) }, ...errors },
      },
      post: { operationId: `${name}.create`, requestBody: body(schema), responses: { ...one(201, shown), ...errors } },
    },
    [item]: {
      parameters: parameters(item),
      get: { operationId: `${name}.read`, responses: { ...one(200, shown), ...errors } },
      delete: { operationId: `${name}.delete`, responses: { 204: { description: 'gone' }, ...errors } },
      ...(patch && {
        patch: { operationId: `${name}.patch`, requestBody: body(patch), responses: { ...one(200, shown), ...errors } },
      }),
    },
  };
}

const PROJECT = '/workspaces/{workspaceId}/projects/{projectId}';
const strict = (schema: object) => ({ ...schema, additionalProperties: false });

/** Projects of workspaces whose owners are people of the same one; a change names the version that it is about. */
export const projectsDocument = {
  openapi: '3.1.0',
  info: { title: 'Projects', version: '1' },
  paths: {
    ...crud('/workspaces', 'workspace', strict(object(workspace, ['id', 'name'])), object(workspace), undefined),
    ...crud(
      '/workspaces/{workspaceId}/people',
      'person',
      strict(object(person, ['name'])),
      object({ id, ...person }),
      undefined,
    ),
    ...crud(
      '/workspaces/{workspaceId}/projects',
      'project',
      strict(object(project, ['title', 'ownerId'])),
      shownProject,
      strict(object({ ...project, version: { type: 'integer', minimum: 1 } }, ['version'])),
    ),
    ...Object.fromEntries(
      ['activate', 'archive', 'restore'].map((action) => [
        `${PROJECT}/${action}`,
        {
          parameters: parameters(PROJECT),
          post: {
            operationId: action,
            ...(action === 'activate' && { requestBody: body(strict(object({ reason: text }, ['reason']))) }),
            responses: { ...one(200, shownProject), ...errors },
          },
        },
      ]),
    ),
  },
};

type Reply = readonly [status: number, body?: unknown];
const rejected = (status: number): Reply => [status, { message: 'no' }];
const NEXT: Readonly<Record<string, readonly [from: string, to: string]>> = {
  activate: ['draft', 'active'],
  archive: ['active', 'archived'],
};

/** Serves projects until the test is over. */
export function serveProjects(mistakes: ProjectsMistakes = {}): Promise<string> {
  const kept: Kept[] = [];
  return serve(async (request, response) => {
    const sent = parse((await bodyOf(request)).toString());
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [status, value] = sent ? respond({ kept, mistakes }, request.method ?? '', url, sent) : rejected(422);
    response.writeHead(status, value === undefined ? {} : { 'content-type': 'application/json' });
    response.end(value === undefined ? undefined : JSON.stringify(value));
  });
}

/** Undefined for what is no JSON object. */
function parse(sent: string): Values | undefined {
  try {
    const value: unknown = sent === '' ? {} : JSON.parse(sent);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : undefined;
  } catch {
    return undefined;
  }
}

interface State {
  readonly kept: Kept[];
  readonly mistakes: ProjectsMistakes;
}

const show = ({ id: own, values }: Kept) => ({ id: own, ...values });
const single = (record: Kept) => ({ id: record.id, result: show(record) });

function respond(service: State, method: string, { pathname, searchParams }: URL, sent: Values): Reply {
  const parts = pathname.split('/').slice(1);
  const [, workspaceId] = parts;
  const isAction = parts.length === 5;
  const isItem = parts.length % 2 === 0;
  const collection = parts.slice(0, isAction ? 3 : isItem ? -1 : undefined).join('/');
  const isKnown = parts.length < 3 || find(service, 'workspaces', workspaceId);
  if (!isKnown) return rejected(404);
  if (isAction) return act(service, collection, parts, sent);
  if (!isItem) return method === 'POST' ? create(service, collection, sent) : list(service, collection, searchParams);
  const record = find(service, collection, parts.at(-1));
  if (!record) return rejected(404);
  if (method === 'PATCH') return patch(service, record, sent);
  if (method !== 'DELETE') return [200, single(record)];
  record.isDeleted = true;
  return [204];
}

function find({ kept }: State, collection: string, own: string | undefined): Kept | undefined {
  return kept.find((each) => each.collection === collection && each.id === own && !each.isDeleted);
}

function list({ kept, mistakes }: State, collection: string, asked: URLSearchParams): Reply {
  const own = kept.filter((each) => each.collection === collection && !each.isDeleted).map(show);
  const by = asked.get('order_column') ?? '';
  const isAfter = (a: Values, b: Values) => String(a[by]) > String(b[by]);
  const sign = asked.get('order_direction') === 'desc' ? -1 : 1;
  const sorted = by === '' ? own : own.toSorted((a, b) => (isAfter(a, b) ? sign : -sign));
  const size = Number(asked.get('page_size') ?? 20);
  const start = Number(asked.get('page') ?? 0) * size;
  const page = sorted.slice(start, start + size);
  return [200, { count: own.length, result: mistakes.listed?.(sorted, asked, page) ?? page }];
}

function create(service: State, collection: string, sent: Values): Reply {
  const isProject = collection.endsWith('/projects');
  const { id: chosen, ...named } = collection === 'workspaces' ? sent : { ...sent, id: `r${service.kept.length + 1}` };
  if (!isChosen(chosen)) return rejected(422);
  if (!(isProject ? isProjectValid(service, collection, sent) : isNamed(named))) return rejected(422);
  const taken = find(service, collection, chosen);
  if (taken) return rejectTaken(taken, named, service.mistakes);
  const values = isProject ? { ...sent, state: 'draft', version: 1 } : named;
  const record = { collection, id: chosen, values, isDeleted: false };
  service.kept.push(record);
  return [201, single(record)];
}

function isChosen(value: unknown): value is string {
  return typeof value === 'string' && /^[a-z0-9-]{2,40}$/.test(value);
}

function rejectTaken(record: Kept, values: Values, { taken }: ProjectsMistakes): Reply {
  if (taken?.isStored) record.values = values;
  return !taken || taken.isRejected ? rejected(409) : [201, single(record)];
}

function isNamed({ name, ...others }: Values): boolean {
  return typeof name === 'string' && name !== '' && Object.keys(others).length === 0;
}

function isProjectValid(service: State, collection: string, { title, notes = '', ownerId, ...others }: Values) {
  const people = collection.replace(/projects$/, 'people');
  const isOwned = typeof ownerId === 'string' && find(service, people, ownerId) !== undefined;
  const areTexts = typeof title === 'string' && title !== '' && typeof notes === 'string';
  return isOwned && areTexts && Object.keys(others).length === 0;
}

function patch(service: State, record: Kept, { version, ...sent }: Values): Reply {
  const { isCurrent = Object.is, storesStale, patched } = service.mistakes;
  const { state: _, version: now, ...before } = record.values;
  const isValid = Number.isInteger(version) && Number(version) > 0;
  if (!isValid || !isProjectValid(service, record.collection, { ...before, ...sent })) return rejected(422);
  const isStale = !isCurrent(version, now);
  if (!isStale || storesStale)
    record.values = { ...record.values, ...(patched?.(before, sent) ?? sent), version: Number(now) + 1 };
  return isStale ? rejected(409) : [200, single(record)];
}

function act({ kept, mistakes }: State, collection: string, parts: readonly string[], { reason }: Values): Reply {
  const [name = '', own] = [parts.at(-1), parts.at(-2)];
  const record = kept.find((each) => each.collection === collection && each.id === own);
  if (!record || (record.isDeleted && name !== 'restore')) return rejected(404);
  if (name === 'restore') return record.isDeleted ? restore(record, mistakes) : rejected(409);
  const [from, to = ''] = NEXT[name] ?? [];
  if (record.values['state'] !== from) return rejected(409);
  const isValid = name !== 'activate' || (typeof reason === 'string' && reason !== '');
  if (!isValid && !mistakes.actsAnyway) return rejected(422);
  const next = mistakes.acted?.(name, to, String(from)) ?? to;
  record.values = { ...record.values, state: next, version: Number(record.values['version']) + 1 };
  return isValid ? [200, { id: record.id, result: { ...show(record), state: to } }] : rejected(422);
}

function restore(record: Kept, { restored }: ProjectsMistakes): Reply {
  const values = restored ? restored(record.values) : record.values;
  record.isDeleted = values === undefined;
  record.values = values ?? record.values;
  return [200, single(record)];
}
