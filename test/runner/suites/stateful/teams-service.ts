import { bodyOf, serve } from '../../../servers.ts';

type Values = Record<string, unknown>;

interface Team {
  readonly id: number;
  values: Values;
  readonly members: Map<string, Values>;
  labels: string[];
}

/** What a service of teams does wrong; each is one bug. */
export interface TeamsMistakes {
  /** After a member was removed. */
  readonly memberRemoved?: (team: Team, user: string, teams: readonly Team[]) => void;
  /** Members of a team after one was put. */
  readonly memberPut?: (
    team: Team,
    user: string,
    member: Values,
    before: Values | undefined,
    teams: readonly Team[],
  ) => void;
  /** Labels of a team after one was added, or removed. */
  readonly labels?: (before: string[], label: string, correct: string[]) => string[];
  /** Teams of a list by their owner. */
  readonly owned?: (all: readonly Team[], correct: readonly Team[]) => readonly Team[];
  /** Before a request without credentials is rejected. */
  readonly unauthorized?: (teams: Map<number, Team>, id: number, method: string, sent: Values) => unknown;
}

const json = (schema: object, type = 'application/json') => ({ [type]: { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const ok = (schema: object) => ({ description: 'ok', content: json(schema) });
const errors = Object.fromEntries([400, 401, 404].map((status) => [status, ok(ref('Error'))]));
const body = (properties: object, required: readonly string[], type?: string) => ({
  required: true,
  content: json({ type: 'object', additionalProperties: false, properties, required }, type),
});
const inPath = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
const teamId = inPath('teamId', { type: 'integer', minimum: 1 });
const text = { type: 'string', minLength: 1 };
const address = {
  type: 'object',
  properties: { street: text, city: text, zip: text, country: { type: 'string', pattern: '^[A-Z]{2}$' } },
};
// All teams have the same.
const kind = { type: 'string', enum: ['permanent'] };
const member = { role: { type: 'string', enum: ['lead', 'guest'] }, note: text };
const none = { description: 'done' };

/** Teams with an owner, an address, members who are users, and labels that are texts. */
export const teamsDocument = {
  openapi: '3.1.0',
  info: { title: 'Teams', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/users': {
      get: { operationId: 'listUsers', responses: { 200: ok({ type: 'array', items: ref('User') }), ...errors } },
      post: {
        operationId: 'createUser',
        requestBody: body({ name: text }, ['name']),
        responses: { 201: ok(ref('User')), ...errors },
      },
    },
    '/users/{userId}': {
      parameters: [inPath('userId', { type: 'string' })],
      get: { operationId: 'readUser', responses: { 200: ok(ref('User')), ...errors } },
    },
    '/teams': {
      get: {
        operationId: 'listTeams',
        parameters: [{ name: 'ownerId', in: 'query', schema: { type: 'string' } }],
        responses: { 200: ok({ type: 'array', items: ref('Team') }), ...errors },
      },
      post: {
        operationId: 'createTeam',
        requestBody: body({ name: text, ownerId: { type: 'string' }, address, kind }, ['name', 'ownerId']),
        responses: { 201: ok(ref('Team')), ...errors },
      },
    },
    '/teams/{teamId}': {
      parameters: [teamId],
      get: { operationId: 'readTeam', responses: { 200: ok(ref('Team')), ...errors } },
      patch: {
        operationId: 'changeTeam',
        requestBody: body({ name: text, address }, [], 'application/merge-patch+json'),
        responses: { 200: ok(ref('Team')), ...errors },
      },
      delete: { operationId: 'deleteTeam', responses: { 204: none, ...errors } },
    },
    '/teams/{teamId}/members': {
      parameters: [teamId],
      get: { operationId: 'listMembers', responses: { 200: ok({ type: 'array', items: ref('Member') }), ...errors } },
    },
    '/teams/{teamId}/members/{userId}': {
      parameters: [teamId, inPath('userId', { type: 'string' })],
      get: { operationId: 'readMember', responses: { 200: ok(ref('Member')), ...errors } },
      put: {
        operationId: 'putMember',
        requestBody: body(member, ['role']),
        responses: { 200: ok(ref('Member')), 201: ok(ref('Member')), ...errors },
      },
      delete: { operationId: 'removeMember', responses: { 204: none, ...errors } },
    },
    '/teams/{teamId}/labels': {
      parameters: [teamId],
      get: {
        operationId: 'listLabels',
        responses: { 200: ok({ type: 'array', items: { type: 'string' } }), ...errors },
      },
    },
    '/teams/{teamId}/labels/{label}': {
      parameters: [teamId, inPath('label', { type: 'string', pattern: '^[a-z]{2,12}$' })],
      put: { operationId: 'addLabel', responses: { 204: none, ...errors } },
      delete: { operationId: 'removeLabel', responses: { 204: none, ...errors } },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      User: { type: 'object', required: ['userId'], properties: { userId: { type: 'string' }, name: text } },
      Team: {
        type: 'object',
        required: ['id', 'name', 'ownerId'],
        properties: { id: { type: 'integer' }, name: text, ownerId: { type: 'string' }, address, kind },
      },
      Member: { type: 'object', required: ['userId', 'role'], properties: { userId: { type: 'string' }, ...member } },
      Error: { type: 'object', properties: { message: { type: 'string' } } },
    },
  },
};

type Reply = readonly [status: number, body?: unknown];
const rejected = (status: number): Reply => [status, { message: 'no' }];

/** Serves teams until the test is over. */
export function serveTeams(mistakes: TeamsMistakes = {}): Promise<string> {
  const state: State = { users: new Map(), teams: new Map(), count: 0 };
  return serve(async (request, response) => {
    const sent = (await bodyOf(request)).toString();
    const [path = '', query = ''] = (request.url ?? '/').split('?');
    const call = {
      method: request.method === 'HEAD' ? 'GET' : (request.method ?? ''),
      path: path.split('/').slice(1).map(decodeURIComponent),
      owner: new URLSearchParams(query).get('ownerId'),
      sent: sent.startsWith('{') ? (JSON.parse(sent) as Values) : {},
    };
    if (request.headers['x-key'] === undefined)
      mistakes.unauthorized?.(state.teams, Number(call.path[1]), call.method, call.sent);
    const [status, shown] = request.headers['x-key'] === 'k' ? respond(call, state, mistakes) : rejected(401);
    response.writeHead(status, shown === undefined ? {} : { 'content-type': 'application/json' });
    response.end(shown === undefined ? undefined : JSON.stringify(shown));
  });
}

interface State {
  readonly users: Map<string, Values>;
  readonly teams: Map<number, Team>;
  count: number;
}

interface Call {
  readonly method: string;
  readonly path: readonly string[];
  readonly owner: string | null;
  readonly sent: Values;
}

function respond(call: Call, state: State, mistakes: TeamsMistakes): Reply {
  const [collection, id] = call.path;
  if (collection === 'users') return onUsers(call, state);
  if (id === undefined) return onTeams(call, state, mistakes);
  const team = state.teams.get(Number(id));
  if (!team) return rejected(404);
  if (call.path[2] === 'members') return onMembers(call, team, state, mistakes);
  return call.path[2] === 'labels' ? onLabels(call, team, mistakes) : onTeam(call, team, state);
}

function onUsers({ method, path: [, id], sent }: Call, { users }: State): Reply {
  if (id !== undefined) return users.has(id) ? [200, users.get(id)] : rejected(404);
  if (method === 'GET') return [200, [...users.values()]];
  if (!isText(sent['name'])) return rejected(400);
  const user = { ...sent, userId: `u${users.size + 1}` };
  users.set(user.userId, user);
  return [201, user];
}

const show = ({ id, values }: Team) => ({ id, ...values });

function onTeams({ method, owner, sent }: Call, state: State, { owned }: TeamsMistakes): Reply {
  if (method === 'GET') {
    const all = [...state.teams.values()];
    const correct = all.filter(({ values }) => owner === null || values['ownerId'] === owner);
    return [200, (owner === null ? correct : (owned?.(all, correct) ?? correct)).map(show)];
  }
  if (!isTeam(sent) || !isText(sent['name']) || !state.users.has(String(sent['ownerId']))) return rejected(400);
  const team: Team = { id: ++state.count, values: sent, members: new Map(), labels: [] };
  state.teams.set(team.id, team);
  return [201, show(team)];
}

function onTeam({ method, sent }: Call, team: Team, { teams }: State): Reply {
  if (method === 'DELETE') teams.delete(team.id);
  if (method === 'DELETE') return [204];
  if (method === 'PATCH' && (!isTeam(sent) || 'ownerId' in sent)) return rejected(400);
  if (method === 'PATCH') {
    const merged: Values = { ...(team.values['address'] as Values), ...(sent['address'] as Values) };
    team.values = { ...team.values, ...sent, ...(sent['address'] ? { address: merged } : {}) };
  }
  return [200, show(team)];
}

function onMembers({ method, path, sent }: Call, team: Team, { users, teams }: State, mistakes: TeamsMistakes): Reply {
  const id = path[3];
  if (id === undefined) return [200, [...team.members.values()]];
  const before = team.members.get(id);
  if (method === 'PUT') {
    if (!users.has(id)) return rejected(404);
    const { role, note } = sent;
    if (!['lead', 'guest'].includes(String(role)) || !(note === undefined || isText(note))) return rejected(400);
    team.members.set(id, { ...sent, userId: id });
    mistakes.memberPut?.(team, id, { ...sent, userId: id }, before, [...teams.values()]);
    return [before ? 200 : 201, team.members.get(id)];
  }
  if (!before) return rejected(404);
  if (method === 'GET') return [200, before];
  team.members.delete(id);
  mistakes.memberRemoved?.(team, id, [...teams.values()]);
  return [204];
}

function onLabels({ method, path: [, , , label] }: Call, team: Team, mistakes: TeamsMistakes): Reply {
  if (label === undefined) return [200, team.labels];
  if (!/^[a-z]{2,12}$/.test(label)) return rejected(400);
  const rest = team.labels.filter((each) => each !== label);
  if (method === 'DELETE' && rest.length === team.labels.length) return rejected(404);
  const correct = method === 'PUT' ? [...rest, label] : rest;
  team.labels = mistakes.labels?.(team.labels, label, correct) ?? correct;
  return [204];
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isTeam({ name = 'x', kind: only = 'permanent', address: place = {} }: Values): boolean {
  if (!isText(name) || only !== 'permanent' || typeof place !== 'object' || place === null || Array.isArray(place))
    return false;
  const { country = 'XX', ...others } = place as Values;
  return typeof country === 'string' && /^[A-Z]{2}$/.test(country) && Object.values(others).every(isText);
}
