const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error' };
const name = { type: 'string', minLength: 4, maxLength: 40 };
const kind = { type: 'string', enum: ['talk', 'walk'] };
const startsAt = { type: 'string', format: 'date-time' };
const price = { type: 'integer', minimum: 0, maximum: 1000 };
const owner = { type: 'string', enum: ['ann', 'bob', 'cy'] };
const event = {
  type: 'object',
  required: ['id', 'name', 'place', 'kind', 'owner', 'startsAt', 'price'],
  properties: { id: { type: 'integer', readOnly: true }, name, place: name, kind, owner, startsAt, price },
};
const filter = (own: string, schema: object, description: string) => ({ name: own, in: 'query', schema, description });

/** Events that are selected in all the ways that the document says in words. */
export const eventsDocument = () => ({
  openapi: '3.1.0',
  info: { title: 'events', version: '1' },
  paths: {
    '/events': {
      get: {
        operationId: 'list',
        description: 'All filters given must match.',
        parameters: [
          filter('name', name, 'The whole name, ignoring case'),
          filter('kind', kind, 'Only of this kind'),
          filter('owner', owner, 'Only of this owner'),
          filter('from', startsAt, 'Only those that start at this time or later'),
          filter('to', startsAt, 'Only those that start before this time'),
          filter('minPrice', price, 'Lowest price, inclusive'),
          filter(
            'q',
            { type: 'string', maxLength: 60 },
            'Only those whose name has this text; upper and lower case make no difference',
          ),
          filter('search', { type: 'string', maxLength: 60 }, 'Only those whose name or place contains this text.'),
          filter('keywords', { type: 'string', maxLength: 60 }, 'Substring of the name'),
        ],
        responses: { 200: { description: 'events', ...json({ type: 'array', items: event }) }, 400: error },
      },
      post: {
        operationId: 'create',
        requestBody: { required: true, ...json(event) },
        responses: { 201: { description: 'created', ...json(event) }, 400: error },
      },
    },
    '/events/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'read', responses: { 200: { description: 'one', ...json(event) }, 404: error } },
      delete: { operationId: 'remove', responses: { 204: { description: 'gone' }, 404: error } },
    },
  },
});
