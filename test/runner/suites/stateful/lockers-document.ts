const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({ description: 'ok', ...json(schema) });
const error = { description: 'error' };
const errors = { 400: error, 404: error, 409: error };
const set = { type: 'integer', readOnly: true };
const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });
const body = (properties: object) => ({ required: true, ...json(object(properties)) });
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const label = { type: 'string', minLength: 1, maxLength: 40 };
const state = { type: 'string', readOnly: true, enum: ['free', 'rented'] };
const locker = object({ id: set, label, state, closed: { type: 'boolean' } });
const rental = object({ id: set, lockerId: { type: 'integer' } });

interface LockerWords {
  /** Describes the response 422 to a rental. */
  readonly unprocessable?: string;
  /** True if a client says whether a locker is closed, which no action does. */
  readonly isGiven?: boolean;
}

/** Lockers, which are rented and may be closed; the description of the creation of a rental says when it is a conflict. */
export const lockersDocument = (description: string, { unprocessable, isGiven = false }: LockerWords = {}) => ({
  openapi: '3.1.0',
  info: { title: 'lockers', version: '1' },
  paths: {
    '/lockers': {
      post: {
        operationId: 'build',
        requestBody: body({ label, ...(isGiven && { closed: { type: 'boolean', default: false } }) }),
        responses: { 201: ok(locker), ...errors },
      },
    },
    '/lockers/{id}': {
      parameters: [ID],
      get: { operationId: 'readLocker', responses: { 200: ok(locker), 404: error } },
    },
    ...(!isGiven && {
      '/lockers/{id}/close': {
        parameters: [ID],
        post: { operationId: 'close', responses: { 200: ok(locker), 404: error } },
      },
    }),
    '/rentals': {
      post: {
        operationId: 'rent',
        description,
        requestBody: body({ lockerId: { type: 'integer' } }),
        responses: {
          201: ok(rental),
          ...errors,
          ...(unprocessable !== undefined && { 422: { description: unprocessable } }),
        },
      },
    },
    '/rentals/{id}': {
      parameters: [ID],
      get: { operationId: 'readRental', responses: { 200: ok(rental), 404: error } },
    },
  },
});
