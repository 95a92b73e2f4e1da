const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string', minLength: 1 };
const tag = { ETag: { schema: { type: 'string' } } };
const ok = (name: string, headers: object = {}) => ({ description: 'ok', headers, content: json(ref(name)) });
const errors = { default: ok('Error') };
const body = (name: string) => ({ required: true, content: json(ref(name)) });
const path = (name: string) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[a-z0-9]{1,20}$' },
});
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const own = {
  title: { type: 'string' },
  depth: { type: 'integer', minimum: -100, maximum: 100 },
  owner: { type: 'object', required: ['name'], properties: { name: text, phone: text } },
};
const list = {
  type: 'object',
  required: ['folders'],
  properties: { folders: { type: 'array', items: ref('Folder') } },
};

/** Folders with HEAD, filters (an empty one selects all) and pages by links, and files below them whose names the client chooses. */
export const filesDocument = {
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  paths: {
    '/folders': {
      get: {
        operationId: 'listFolders',
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 100 }),
          query('after', { type: 'string' }),
          query('title', { type: 'string' }),
          query('min_depth', { type: 'integer' }),
        ],
        responses: {
          200: {
            description: 'a page',
            headers: { Link: { schema: { type: 'string' } }, 'X-Total-Count': { schema: { type: 'integer' } } },
            content: json(list),
          },
          ...errors,
        },
      },
      post: {
        operationId: 'createFolder',
        requestBody: body('NewFolder'),
        responses: { 201: ok('Folder', { Location: { schema: { type: 'string' } } }), ...errors },
      },
    },
    '/folders/{folderId}': {
      parameters: [path('folderId')],
      get: { operationId: 'readFolder', responses: { 200: ok('Folder', tag), ...errors } },
      head: {
        operationId: 'headFolder',
        responses: { 200: { description: 'it is there' }, 404: { description: 'none' } },
      },
      put: {
        operationId: 'replaceFolder',
        parameters: [{ name: 'If-Match', in: 'header', schema: { type: 'string' } }],
        requestBody: body('NewFolder'),
        responses: { 200: ok('Folder'), ...errors },
      },
      delete: { operationId: 'deleteFolder', responses: { 204: { description: 'deleted' }, ...errors } },
    },
    '/folders/{folderId}/files/{fileName}': {
      parameters: [path('folderId'), path('fileName')],
      get: { operationId: 'readFile', responses: { 200: ok('File'), ...errors } },
      put: {
        operationId: 'putFile',
        requestBody: body('File'),
        responses: { 200: ok('File'), 201: ok('File'), ...errors },
      },
      delete: { operationId: 'deleteFile', responses: { 204: { description: 'deleted' }, ...errors } },
    },
  },
  components: {
    schemas: {
      NewFolder: { type: 'object', required: ['title'], properties: own },
      Folder: {
        type: 'object',
        required: ['id', 'title'],
        properties: { id: { type: 'string', readOnly: true }, ...own },
      },
      File: {
        type: 'object',
        required: ['size'],
        properties: {
          size: { type: 'integer', minimum: 0 },
          offset: { type: 'integer', minimum: -1000 },
          note: { type: 'string' },
        },
      },
      Error: { type: 'object', properties: { message: { type: 'string' } } },
    },
  },
};
