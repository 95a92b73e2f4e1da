import { describe, expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { bodyOf, serve } from '../../../servers.ts';

interface Issue {
  readonly id: number;
  readonly projectId: number;
  readonly title: string;
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...json(schema) });
const errors = { 400: { description: 'no' }, 404: { description: 'no' } };
const id = { type: 'integer', minimum: 1 };
const text = { type: 'string', minLength: 1 };
const record = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const sends = (properties: object) => ({ required: true, ...json(record(properties)) });
const issue = { $ref: '#/components/schemas/Issue' };
const at = (name: string) => ({ name, in: 'path', required: true, schema: id });
const reads = (operationId: string, schema: object) => ({ operationId, responses: { 200: ok(schema), ...errors } });
const writes = (operationId: string, status: number, schema: object, properties: object) => ({
  operationId,
  requestBody: sends(properties),
  responses: { [status]: ok(schema), ...errors },
});

/** Issues are created, changed and deleted at one path, and read at two. */
const spec = {
  openapi: '3.0.3',
  info: { title: 'Issues', version: '1' },
  paths: {
    '/projects': { post: writes('createProject', 201, record({ id, name: text }), { name: text }) },
    '/projects/{projectId}': { parameters: [at('projectId')], get: reads('readProject', record({ id, name: text })) },
    '/projects/{projectId}/issues': {
      parameters: [at('projectId')],
      get: reads('listProjectIssues', { type: 'array', items: issue }),
    },
    '/projects/{projectId}/issues/{issueId}': {
      parameters: [at('projectId'), at('issueId')],
      get: reads('readProjectIssue', issue),
    },
    '/issues': { post: writes('createIssue', 201, issue, { projectId: id, title: text }) },
    '/issues/{issueId}': {
      parameters: [at('issueId')],
      get: reads('readIssue', issue),
      patch: writes('patchIssue', 200, issue, { title: text }),
      delete: { operationId: 'deleteIssue', responses: { 204: { description: 'gone' }, ...errors } },
    },
  },
  components: { schemas: { Issue: record({ id, projectId: id, title: text }) } },
};

interface Mistakes {
  /** What is at the second path; by default all that is at the first. */
  readonly atSecond?: (issues: ReadonlyMap<number, Issue>, created: ReadonlyMap<number, Issue>) => readonly Issue[];
  readonly isBelow?: (issue: Issue, projectId: number) => boolean;
}

const own = (each: Issue, projectId: number) => each.projectId === projectId;

function serveIssues({ atSecond = (issues) => [...issues.values()], isBelow = own }: Mistakes) {
  const projects: string[] = [];
  const issues = new Map<number, Issue>();
  const created = new Map<number, Issue>();
  return serve(async (request, response) => {
    const [, collection, first, below, second] = (request.url ?? '').split('/');
    const body = await bodyOf(request);
    const sent = body.length > 0 ? JSON.parse(String(body)) : {};
    const [status, reply] = replyTo();
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(status === 204 ? undefined : JSON.stringify(reply));

    function replyTo(): readonly [status: number, reply?: unknown] {
      if (collection === 'projects' && first === undefined)
        return [201, { id: projects.push(sent.name), name: sent.name }];
      if (collection === 'projects' && below === undefined) return readProject(Number(first));
      if (below !== undefined) return readBelow(Number(first), second);
      return first === undefined ? create() : replyAt(Number(first));
    }

    function readProject(projectId: number): readonly [number, unknown] {
      const name = projects[projectId - 1];
      return name === undefined ? [404, {}] : [200, { id: projectId, name }];
    }

    function readBelow(projectId: number, issueId: string | undefined): readonly [number, unknown] {
      if (projectId > projects.length) return [404, {}];
      const listed = atSecond(issues, created).filter((each) => isBelow(each, projectId));
      if (issueId === undefined) return [200, listed];
      const found = listed.find((each) => each.id === Number(issueId));
      return found ? [200, found] : [404, {}];
    }

    function create(): readonly [number, unknown] {
      if (!(sent.projectId <= projects.length) || !sent.title) return [400, {}];
      const made = { id: created.size + 1, projectId: sent.projectId, title: sent.title };
      issues.set(made.id, made);
      created.set(made.id, made);
      return [201, made];
    }

    function replyAt(issueId: number): readonly [number, unknown?] {
      const known = issues.get(issueId);
      if (!known) return [404, {}];
      if (request.method === 'GET') return [200, known];
      if (request.method === 'DELETE') return [issues.delete(issueId) ? 204 : 404];
      if (!sent.title) return [400, {}];
      issues.set(issueId, { ...known, title: sent.title });
      return [200, issues.get(issueId)];
    }
  });
}

describe('records that are created at one path, at a second one', () => {
  test.each<[string, string[], Mistakes]>([
    ['are the same', [], {}],
    [
      'are as they were created',
      ['patchIssue update-is-visible'],
      { atSecond: (issues, created) => [...created.values()].filter((each) => issues.has(each.id)) },
    ],
    [
      'are left when they are deleted',
      ['deleteIssue delete-removes'],
      { atSecond: (issues, created) => [...created.values()].map((each) => issues.get(each.id) ?? each) },
    ],
    ['are found below every parent', ['readProjectIssue nested-stays-with-parent'], { isBelow: () => true }],
  ])('%s', async (_what, expected, mistakes) => {
    const target = await serveIssues(mistakes);
    const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 60 });
    const found = findings.filter(({ severity }) => severity === 'error');
    expect([...new Set(found.map(({ operation, check }) => `${operation} ${check}`))].sort()).toEqual(expected);
  });

  test('are the same on the mock', async () => {
    const report = await verify({ spec, suites: ['stateful'], consistency: 60 });
    expect(report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(report.operations.find(({ id }) => id === 'readProjectIssue')?.accepted).toBeGreaterThan(0);
  });

  test('are not expected below a parent that their creation need not name', async () => {
    const target = await serveIssues({ atSecond: () => [] });
    const { post } = spec.paths['/issues'];
    const optional = {
      ...post,
      requestBody: { required: true, ...json({ ...record({ projectId: id, title: text }), required: ['title'] }) },
    };
    const paths = { ...spec.paths, '/issues': { post: optional } };
    const { findings } = await verify({ spec: { ...spec, paths }, target, suites: ['stateful'], consistency: 60 });
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
