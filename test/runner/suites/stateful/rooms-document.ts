const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const error = { description: 'error' };
const id = { type: 'string', format: 'uuid', readOnly: true };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }];
const room = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id, name: { type: 'string', minLength: 2, maxLength: 30 } },
};
const time = { type: 'string', format: 'date-time' };
const booking = {
  type: 'object',
  required: ['id', 'roomId', 'startsAt', 'endsAt', 'status'],
  properties: {
    id,
    roomId: { type: 'string', format: 'uuid' },
    startsAt: time,
    endsAt: time,
    status: { type: 'string', enum: ['booked', 'withdrawn'], readOnly: true },
  },
};
const creation = (schema: object, operationId: string, description = 'Create one.') => ({
  operationId,
  description,
  requestBody: { required: true, ...json(schema) },
  responses: { 201: { description: 'created', ...json(schema) }, 400: error, 409: error, 422: error },
});
const reading = (schema: object, operationId: string) => ({
  parameters,
  get: { operationId, responses: { 200: { description: 'one', ...json(schema) }, 404: error } },
});

/** Rooms that are booked; the description of a booking says what is a conflict. */
export const roomsDocument = (words: string) => ({
  openapi: '3.1.0',
  info: { title: 'rooms', version: '1' },
  paths: {
    '/rooms': { post: creation(room, 'addRoom') },
    '/rooms/{id}': reading(room, 'getRoom'),
    '/bookings': {
      post: creation(booking, 'book', `Book a room. It must not overlap another booking of the room (409). ${words}`),
    },
    '/bookings/{id}': reading(booking, 'getBooking'),
    '/bookings/{id}/withdraw': {
      parameters,
      post: { operationId: 'withdraw', responses: { 200: { description: 'done', ...json(booking) }, 404: error } },
    },
  },
});
