const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = (description: string) => ({ description, ...json({ type: 'object' }) });
const text = { type: 'string', minLength: 1, maxLength: 60 };
const uuid = { type: 'string', format: 'uuid' };
const id = { ...uuid, readOnly: true };

const office = { properties: { id, name: text }, required: ['name'] };
const department = {
  required: ['name', 'code', 'officeId'],
  properties: {
    id,
    name: { ...text, description: 'Leading and trailing white space is removed.' },
    code: { type: 'string', pattern: '^[A-Z]{2,12}$', description: 'Unique.' },
    officeId: { ...uuid, description: 'The office that it is in.' },
    budget: { type: 'integer', minimum: 0, maximum: 1_000_000 },
  },
};
const employee = {
  required: ['email', 'firstName', 'lastName', 'departmentId'],
  properties: {
    id,
    email: { type: 'string', format: 'email', maxLength: 80, description: 'Stored in lower case.' },
    firstName: text,
    lastName: text,
    departmentId: uuid,
    bio: { type: 'string', maxLength: 200, description: 'Stored exactly as sent; white space is never trimmed.' },
  },
};
const project = {
  required: ['name'],
  properties: {
    id,
    name: text,
    startsOn: { type: 'string', format: 'date' },
    endsOn: { type: 'string', format: 'date' },
    openTasks: { type: 'integer', readOnly: true, description: 'The number of tasks that are not done.' },
  },
};
const tag = {
  required: ['name'],
  properties: { id, name: text, color: { type: 'string', pattern: '^#[0-9a-f]{6}$', default: '#cccccc' } },
};
const task = {
  required: ['title'],
  properties: {
    id,
    number: {
      type: 'integer',
      readOnly: true,
      description: 'Tasks are numbered 1, 2, 3 and so on within their project; a number is never used again.',
    },
    title: text,
    status: { type: 'string', enum: ['todo', 'doing', 'done'], default: 'todo' },
    tagIds: { type: 'array', items: uuid, uniqueItems: true },
  },
};
const SCHEMAS: Record<string, { required: string[]; properties: Record<string, object> }> = {
  Office: office,
  Department: department,
  Employee: employee,
  Project: project,
  Tag: tag,
  Task: task,
};
const schemas = Object.fromEntries(
  Object.entries(SCHEMAS).flatMap(([name, { required, properties }]) => [
    [name, { type: 'object', required: ['id', ...required], properties }],
    [
      `${name}Input`,
      {
        type: 'object',
        required,
        additionalProperties: false,
        properties: Object.fromEntries(Object.entries(properties).filter(([, each]) => !('readOnly' in each))),
      },
    ],
  ]),
);

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const parameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: uuid }));
const errors = { 400: error('invalid'), 404: error('There is none.') };

interface Words {
  readonly list?: string;
  readonly conflict?: string;
  readonly missing?: string;
  readonly remove?: string;
}
function crud(
  path: string,
  name: string,
  { list = 'All.', conflict, missing, remove = `Delete an ${name}.` }: Words = {},
) {
  const item = `${path}/{${name.toLowerCase()}Id}`;
  const requestBody = { required: true, ...json(ref(`${name}Input`)) };
  const one = { description: 'one', ...json(ref(name)) };
  const rejections = {
    ...errors,
    ...(conflict && { 409: error(conflict) }),
    ...(missing && { 422: error(missing) }),
  };
  return {
    [path]: {
      parameters: parameters(path),
      get: {
        operationId: `list${name}s`,
        description: list,
        responses: { 200: { description: 'all', ...json({ type: 'array', items: ref(name) }) }, ...errors },
      },
      post: { operationId: `create${name}`, requestBody, responses: { 201: one, ...rejections } },
    },
    [item]: {
      parameters: parameters(item),
      get: { operationId: `get${name}`, responses: { 200: one, ...errors } },
      put: { operationId: `replace${name}`, requestBody, responses: { 200: one, ...rejections } },
      delete: {
        operationId: `delete${name}`,
        description: remove,
        responses: { 204: { description: `The ${name} was deleted.` }, ...errors },
      },
    },
  };
}

/** Departments with employees, and projects with numbered tasks that have tags. */
export const trackerDocument = {
  openapi: '3.1.0',
  info: { title: 'Tracker', version: '1' },
  paths: {
    ...crud('/offices', 'Office'),
    ...crud('/departments', 'Department', { conflict: 'The code is in use.', missing: 'The office does not exist.' }),
    ...crud('/employees', 'Employee', {
      list: 'All employees, ordered by lastName, then firstName.',
      conflict: 'The e-mail is in use.',
      remove: 'Delete an Employee. The e-mail can be used again.',
      missing: 'The department does not exist.',
    }),
    ...crud('/projects', 'Project', {
      list: 'All projects, ordered by name (case-insensitive).',
      missing: 'It ends before it starts.',
    }),
    ...crud('/projects/{projectId}/tasks', 'Task', {
      list: 'The tasks of a project in the order of their number.',
      missing: 'A tag does not exist.',
    }),
    ...crud('/tags', 'Tag', { remove: 'Deletes a tag; it is removed from its tasks.' }),
  },
  components: { schemas },
};
