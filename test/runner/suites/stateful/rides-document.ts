const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...json(schema) });
const error = { description: 'error' };
const errors = { 400: error, 404: error, 409: error };
const text = { type: 'string', minLength: 1, maxLength: 40 };
const set = { type: 'integer', readOnly: true };
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const body = (properties: object) => ({ required: true, ...json(object(properties)) });
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const rider = object({ id: set, name: text, rides: set, credit: set, mileage: set });
const states = { type: 'string', readOnly: true, enum: ['running', 'finished'] };
const ride = object({ id: set, riderId: { type: 'integer' }, state: states, stops: set });

/** What the document says in words. */
export const TEXTS = {
  start: 'Start a ride. Raises rides of the rider; 404 for an unknown rider.',
  stop: 'Make a stop. Raises `stops` by one.',
  finish:
    'Finish the ride. State becomes finished, and the distance is added. Adds the distance to the mileage of the rider.',
  remove: 'Delete a ride. Lowers rides of the rider by one.',
  topUp: 'Pay money in. Raises the credit by the amount.',
};

/** Riders, whose rides, mileage and credit follow from what is done to others. */
export const ridesDocument = (texts: typeof TEXTS) => ({
  openapi: '3.1.0',
  info: { title: 'rides', version: '1' },
  paths: {
    '/riders': {
      post: { operationId: 'join', requestBody: body({ name: text }), responses: { 201: ok(rider), ...errors } },
    },
    '/riders/{id}': {
      parameters: [ID],
      get: { operationId: 'readRider', responses: { 200: ok(rider), 404: error } },
    },
    '/riders/{id}/top-ups': {
      parameters: [ID],
      post: {
        operationId: 'topUp',
        description: texts.topUp,
        requestBody: body({ amount: { type: 'integer', minimum: 1, maximum: 1000 } }),
        responses: { 201: ok(object({ id: set })), ...errors },
      },
    },
    '/rides': {
      post: {
        operationId: 'start',
        description: texts.start,
        requestBody: body({ riderId: { type: 'integer' } }),
        responses: { 201: ok(ride), ...errors },
      },
    },
    '/rides/{id}': {
      parameters: [ID],
      get: { operationId: 'readRide', responses: { 200: ok(ride), 404: error } },
      delete: {
        operationId: 'remove',
        description: texts.remove,
        responses: { 204: { description: 'gone' }, ...errors },
      },
    },
    '/rides/{id}/stop': {
      parameters: [ID],
      post: { operationId: 'stop', description: texts.stop, responses: { 200: ok(ride), ...errors } },
    },
    '/rides/{id}/finish': {
      parameters: [ID],
      post: {
        operationId: 'finish',
        description: texts.finish,
        requestBody: body({ distance: { type: 'integer', minimum: 1, maximum: 900 } }),
        responses: { 200: ok(ride), ...errors },
      },
    },
  },
});
