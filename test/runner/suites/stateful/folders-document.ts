const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error' };
const id = { type: 'string', format: 'uuid', readOnly: true };
const text = { type: 'string', minLength: 1, maxLength: 40 };
const schemaOf = (properties: object, required: readonly string[]) => ({ type: 'object', required, properties });

/** What the document says of operations. */
interface Texts {
  readonly post?: string;
  readonly patch?: string;
  readonly delete?: string;
}

function crud(path: string, schema: object, conflict: string, texts: Texts = {}) {
  const parameters = (at: string) =>
    [...at.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
  const one = { description: 'one', ...json(schema) };
  const item = `${path}/{${path.slice(path.lastIndexOf('/') + 1, -1)}Id}`;
  return {
    [path]: {
      parameters: parameters(path),
      get: { responses: { 200: { description: 'all', ...json({ type: 'array', items: schema }) }, 404: error } },
      post: {
        description: texts.post ?? '',
        requestBody: { required: true, ...json(schema) },
        responses: { 201: one, 400: error, 404: error, 409: { description: conflict } },
      },
    },
    [item]: {
      parameters: parameters(item),
      get: { responses: { 200: one, 404: error } },
      patch: {
        description: texts.patch ?? '',
        requestBody: { required: true, ...json({ ...schema, required: [] }) },
        responses: { 200: one, 400: error, 404: error, 409: { description: conflict } },
      },
      delete: { description: texts.delete ?? '', responses: { 204: { description: 'gone' }, 404: error } },
    },
  };
}

/** What the document says of names. */
export interface NamesTold {
  /** Of the name of a folder. */
  readonly folder?: string;
  /** Of the creation of a file. */
  readonly file?: string;
  /** Of the response 409 to a request about a folder. */
  readonly conflict?: string;
  /** Of the tree of folders. */
  readonly tree?: Texts;
}

/** A tree of folders, and files in them. */
export function foldersDocument({
  folder = 'Unique among the folders with the same parent.',
  file = '',
  conflict = 'The name is taken.',
  tree = {},
}: NamesTold = {}) {
  const folders = schemaOf(
    { id, name: { ...text, description: folder }, parentId: { type: 'string', format: 'uuid' } },
    ['name'],
  );
  const files = schemaOf({ id, title: text, size: { type: 'integer', minimum: 0 } }, ['title']);
  return {
    openapi: '3.1.0',
    info: { title: 'folders', version: '1' },
    paths: {
      ...crud('/folders', folders, conflict, tree),
      ...crud('/folders/{folderId}/files', files, 'The folder has a file with this title.', { post: file }),
    },
  };
}
