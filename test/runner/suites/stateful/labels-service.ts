import { bodyOf, serve } from '../../../servers.ts';

interface Row {
  readonly id: string;
  title: string;
  note?: string | null;
  labelIds: string[];
}

/** How a service of issues with labels differs; all but the first two are bugs. */
export interface LabelsMistakes {
  /** Identifiers of issues that were deleted are given to new ones. */
  readonly reusesIds?: boolean;
  /** The note of a new issue that has none, or null. */
  readonly defaultNote?: string;
  /** Labels of an issue after one was added or removed. */
  readonly labels?: (issue: Row, label: string, correct: string[]) => string[];
  /** The issues whose labels are changed by adding or removing one. */
  readonly affected?: (all: readonly Row[], correct: Row, label: string) => readonly Row[];
  /** Issues whose label is to be deleted, before that is rejected. */
  readonly inUse?: (issues: readonly Row[], label: string) => void;
  /** True if several labels are created up to the first whose name is taken. */
  readonly storesSome?: boolean;
  /** An issue after a label was put on it. */
  readonly added?: (issue: Row) => void;
  /** Labels of an issue after a PATCH that has some. */
  readonly patched?: (before: string[], sent: string[]) => string[];
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...json(schema) });
const list = (name: string, status = 200) => ({ [status]: ok({ type: 'array', items: ref(name) }), ...errors });
const text = { type: 'string', minLength: 1, maxLength: 60 };
const note = { ...text, type: ['string', 'null'] };
const labelIds = { type: 'array', items: text, uniqueItems: true, maxItems: 5 };
const errors = Object.fromEntries([400, 404, 422].map((status) => [status, ok(ref('Error'))]));
const none = { description: 'done' };
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties });
const sends = (schema: object) => ({ requestBody: { required: true, ...json(schema) } });
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text });
const [issueId, labelId] = [inPath('issueId'), inPath('labelId')];
const gives = (name: string, status = 200, further = {}) => ({
  responses: { [status]: ok(ref(name)), ...errors, ...further },
});
const newLabel = object({ name: text }, ['name']);

/** Issues that have labels in their body, and below them; what is changed below gives back the issue. */
export const labelsDocument = {
  openapi: '3.1.0',
  info: { title: 'Issues', version: '1' },
  paths: {
    '/labels': {
      get: { operationId: 'listLabels', responses: list('Label') },
      post: { operationId: 'createLabel', ...sends(newLabel), ...gives('Label', 201, { 409: ok(ref('Error')) }) },
    },
    '/labels/bulk': {
      post: {
        operationId: 'createLabels',
        ...sends({ type: 'array', items: newLabel, minItems: 1, maxItems: 9 }),
        responses: { ...list('Label', 201), 409: ok(ref('Error')) },
      },
    },
    '/labels/{labelId}': {
      parameters: [labelId],
      get: { operationId: 'getLabel', ...gives('Label') },
      delete: {
        operationId: 'deleteLabel',
        responses: {
          204: none,
          ...errors,
          409: { ...ok(ref('Error')), description: 'The label is still on an issue.' },
        },
      },
    },
    '/issues': {
      get: { operationId: 'listIssues', responses: list('Issue') },
      post: {
        operationId: 'createIssue',
        ...sends(object({ title: text, labelIds, note }, ['title'])),
        ...gives('Issue', 201),
      },
    },
    '/issues/{issueId}': {
      parameters: [issueId],
      get: { operationId: 'getIssue', ...gives('Issue') },
      patch: { operationId: 'patchIssue', ...sends(object({ title: text, labelIds, note })), ...gives('Issue') },
      delete: { operationId: 'deleteIssue', responses: { 204: none, ...errors } },
    },
    '/issues/{issueId}/labels': {
      parameters: [issueId],
      get: { operationId: 'listIssueLabels', responses: list('Label') },
    },
    '/issues/{issueId}/labels/{labelId}': {
      parameters: [issueId, labelId],
      put: { operationId: 'addLabel', ...gives('Issue') },
      delete: { operationId: 'removeLabel', ...gives('Issue') },
    },
  },
  components: {
    schemas: {
      Label: object({ id: text, name: text }, ['id', 'name']),
      Issue: object({ id: text, title: text, labelIds: { type: 'array', items: text }, note }, [
        'id',
        'title',
        'labelIds',
      ]),
      Error: object({ message: { type: 'string' } }),
    },
  },
};

type Reply = readonly [status: number, body?: unknown];
const rejected = (status: number): Reply => [status, { message: 'no' }];

class LabelsService {
  private readonly labels = new Map<string, { readonly id: string; readonly name: string }>();
  private readonly issues = new Map<string, Row>();
  private readonly mistakes: LabelsMistakes;
  private readonly freed: string[] = [];
  private count = 0;

  constructor(mistakes: LabelsMistakes) {
    this.mistakes = mistakes;
  }

  respond(method: string, [collection, id, below, label]: readonly string[], sent: unknown): Reply {
    if (collection === 'labels') return this.onLabels(method, id, sent);
    const issue = id === undefined ? undefined : this.issues.get(id);
    if (id === undefined && method === 'GET') return [200, [...this.issues.values()]];
    if (id === undefined) return this.create(sent);
    if (!issue) return rejected(404);
    if (below === undefined) return this.onIssue(method, issue, sent);
    if (label === undefined) return [200, issue.labelIds.map((each) => this.labels.get(each))];
    return this.onIssueLabel(method, issue, label);
  }

  private onLabels(method: string, id: string | undefined, sent: unknown): Reply {
    if (id === 'bulk') return this.createLabels(sent);
    if (id !== undefined && method === 'DELETE') return this.deleteLabel(id);
    if (id !== undefined) return this.labels.has(id) ? [200, this.labels.get(id)] : rejected(404);
    if (method === 'GET') return [200, [...this.labels.values()]];
    const [status, created] = this.createLabels([sent]);
    return status === 201 ? [201, (created as unknown[])[0]] : rejected(status);
  }

  private createLabels(sent: unknown): Reply {
    const given = Array.isArray(sent) ? (sent as readonly ({ readonly name?: unknown } | null)[]) : [];
    if (given.length === 0 || given.length > 9 || !given.every((each) => isText(each?.name))) return rejected(400);
    const names = given.map((each) => String(each?.name));
    const taken = new Set([...this.labels.values()].map(({ name }) => name));
    const free = names.findIndex((name, index) => taken.has(name) || names.indexOf(name) < index);
    const made = free < 0 ? names : this.mistakes.storesSome ? names.slice(0, free) : [];
    const created = made.map((name) => ({ id: `l${++this.count}`, name }));
    for (const label of created) this.labels.set(label.id, label);
    return free < 0 ? [201, created] : rejected(409);
  }

  private deleteLabel(id: string): Reply {
    const issues = [...this.issues.values()].filter(({ labelIds: own }) => own.includes(id));
    if (issues.length > 0) this.mistakes.inUse?.(issues, id);
    if (issues.length > 0) return rejected(409);
    return this.labels.delete(id) ? [204] : rejected(404);
  }

  private create(sent: unknown): Reply {
    const status = this.problemOf(sent);
    if (status !== undefined || !isText((sent as Row).title)) return rejected(status ?? 400);
    const { title, note: given, labelIds: own = [] } = sent as Row;
    const added = given ?? this.mistakes.defaultNote ?? given;
    const id = this.freed.pop() ?? `i${++this.count}`;
    const issue: Row = { id, title, labelIds: own, ...(added === undefined ? {} : { note: added }) };
    this.issues.set(issue.id, issue);
    return [201, issue];
  }

  private onIssue(method: string, issue: Row, sent: unknown): Reply {
    if (method === 'DELETE' && this.issues.delete(issue.id) && this.mistakes.reusesIds) this.freed.push(issue.id);
    if (method === 'DELETE') return [204];
    if (method !== 'PATCH') return [200, issue];
    const status = this.problemOf(sent);
    if (status !== undefined) return rejected(status);
    const { title = issue.title, note, labelIds: next } = sent as Partial<Row>;
    issue.title = title;
    if (note !== undefined) issue.note = note;
    if (next) issue.labelIds = this.mistakes.patched?.(issue.labelIds, next) ?? next;
    return [200, issue];
  }

  private onIssueLabel(method: string, issue: Row, label: string): Reply {
    const rest = issue.labelIds.filter((each) => each !== label);
    const isThere = rest.length < issue.labelIds.length;
    if (method === 'PUT' ? !this.labels.has(label) : !isThere) return rejected(404);
    const correct = method === 'PUT' ? [...rest, label] : rest;
    const affected = this.mistakes.affected?.([...this.issues.values()], issue, label) ?? [issue];
    for (const each of affected) {
      const others = each.labelIds.filter((one) => one !== label);
      const next = method === 'PUT' ? [...others, label] : others;
      each.labelIds = this.mistakes.labels?.(each, label, next) ?? next;
    }
    if (method === 'PUT') this.mistakes.added?.(issue);
    return [200, { ...issue, labelIds: correct }];
  }

  /** The status of a body that is not valid, or names a label that is not there. */
  private problemOf(sent: unknown): number | undefined {
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return 400;
    const { title = 'x', note = 'x', labelIds: named = [] } = sent as Record<string, unknown>;
    if (
      !isText(title) ||
      !(note === null || isText(note)) ||
      !Array.isArray(named) ||
      named.length > 5 ||
      !named.every(isText)
    )
      return 400;
    if (new Set(named).size < named.length) return 400;
    return named.every((each) => this.labels.has(each)) ? undefined : 422;
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && [...value].length <= 60;
}

/** Serves issues and labels until the test is over. */
export function serveLabels(mistakes: LabelsMistakes = {}): Promise<string> {
  const service = new LabelsService(mistakes);
  return serve(async (request, response) => {
    const body = await bodyOf(request);
    const path = (request.url ?? '/').split('?')[0]?.split('/').slice(1).map(decodeURIComponent) ?? [];
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
    const [status, shown] = service.respond(method, path, parsed(body));
    response.writeHead(status, shown === undefined ? {} : { 'content-type': 'application/json' });
    response.end(shown === undefined ? undefined : JSON.stringify(shown));
  });
}

function parsed(body: Buffer): unknown {
  try {
    return body.length > 0 ? JSON.parse(body.toString()) : undefined;
  } catch {
    return undefined;
  }
}
