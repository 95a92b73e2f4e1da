import { afterEach, expect, test } from 'vitest';
import { record } from '../../openapi/resources/api.ts';
import { closeMocks, openMock } from '../world/client.ts';

afterEach(closeMocks);

const moment = { type: 'string', format: 'date-time' };
const EXAMPLE = { token: 'to1W3ZS9', expiresAt: null, usedAt: null };

/** What a ticket and the list of them show, of which the document has an example with null. */
async function shown(...required: readonly string[]) {
  const ticket = record({ token: 'string', expiresAt: moment, usedAt: { ...moment, nullable: true } }, required);
  const shows = (schema: object, example: unknown) => ({
    responses: { 200: { description: 'shown', content: { 'application/json': { schema, example } } } },
  });
  const ticketToken = { name: 'ticketToken', in: 'path', required: true, schema: { type: 'string' } };
  const paths = {
    '/tickets': { get: shows({ type: 'array', items: ticket }, [EXAMPLE]) },
    '/tickets/{ticketToken}': { parameters: [ticketToken], get: shows(ticket, EXAMPLE) },
  };
  const mock = await openMock({ spec: { openapi: '3.0.3', info: { title: 'Tickets', version: '1' }, paths } });
  const list = (await mock.send('GET', '/tickets')).body;
  expect(list).toEqual([(await mock.send('GET', '/tickets/to1W3ZS9')).body]);
  return list;
}

test('a null in an example that its schema does not allow is left out, and one that it allows stays', async () => {
  expect(await shown()).toEqual([{ token: 'to1W3ZS9', usedAt: null }]);
});

test('where it is required, a plain date takes its place', async () => {
  expect(await shown('expiresAt')).toEqual([{ token: 'to1W3ZS9', expiresAt: '2026-01-15T09:30:00Z', usedAt: null }]);
});
