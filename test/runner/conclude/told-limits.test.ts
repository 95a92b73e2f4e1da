import { expect, test } from 'vitest';
import { isNumber } from '../../../harness/core/json/decimal.ts';
import { type Call, errorsOf, operationOf, type Reply, serveCalls, verifyDocument } from '../establish/books.ts';

const error = (description: string) =>
  `{ description: ${description}, content: { application/json: { schema: { type: object } } } }`;
const table =
  'content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: string } } } } }';
const documentOf = (limit: string) => `openapi: 3.0.3
info: { title: Tables, version: '1' }
paths:
  /tables:
    post:
      operationId: createTable
      responses: { '201': { description: created, ${table} } }
  /tables/{tableId}:
    parameters: [{ name: tableId, in: path, required: true, schema: { type: string } }]
    get:
      operationId: readTable
      responses: { '200': { description: one, ${table} }, '404': ${error('unknown')} }
  /tables/{tableId}/seat:
    parameters: [{ name: tableId, in: path, required: true, schema: { type: string } }]
    post:
      operationId: seatGuests
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [guests]
              properties:
                guests: { type: integer, minimum: 1, maximum: 40 }
                deposit: { type: string, pattern: '^[0-9]{1,5}[.][0-9]{2}$' }
      responses: { '200': { description: changed, ${table} }, '400': ${error('invalid')}, '404': ${error('unknown')}, '422': ${error(limit)} }
`;

/** Four guests sit at a table, and nobody pays more than 20. */
function tables({ method, path, body }: Call, known: Set<string>): Reply {
  const [, , id = '', below] = path.split('/').map(decodeURIComponent);
  if (id === '') {
    const created = crypto.randomUUID();
    known.add(created);
    return { status: 201, body: { id: created } };
  }
  if (!known.has(id)) return { status: 404, body: {} };
  if (method === 'GET' || below === undefined) return { status: 200, body: { id } };
  const { guests, deposit = '0.00' } = body ?? {};
  const count = Number(String(guests));
  const isCount = isNumber(guests) && Number.isInteger(count) && count >= 1 && count <= 40;
  if (!isCount || typeof deposit !== 'string' || !/^[0-9]{1,5}[.][0-9]{2}$/.test(deposit))
    return { status: 400, body: {} };
  return count > 4 || Number(deposit) > 20 ? { status: 422, body: {} } : { status: 200, body: { id } };
}

async function verifyTables(limit: string) {
  const known = new Set<string>();
  return verifyDocument(documentOf(limit), await serveCalls((call) => tables(call, known)), {});
}

test('a number above a limit of which only a response tells proves nothing, and lower ones are accepted', async () => {
  const report = await verifyTables('More guests than seats or a deposit that is too high');
  expect(errorsOf(report)).toEqual([]);
  expect(operationOf(report, 'seatGuests')).toMatchObject({ verified: true });
  expect(report.results.map(({ inconclusiveReason }) => inconclusiveReason).join()).toContain(
    'other values of guests or deposit are accepted (422)',
  );
});

test('a number is told of without its unit, too', async () => {
  const known = new Set<string>();
  const spec = documentOf('More than the guests or the deposit allow').replaceAll('guests:', 'guestCents:');
  const rename = ({ body, ...call }: Call) =>
    tables({ ...call, body: body && { ...body, guests: body['guestCents'] ?? null } }, known);
  const report = await verifyDocument(spec.replace('[guests]', '[guestCents]'), await serveCalls(rename), {});
  expect(errorsOf(report)).toEqual([]);
  expect(operationOf(report, 'seatGuests')).toMatchObject({ verified: true });
});

test.each(['Not possible', 'A value is missing, such as guests.', 'Guests are required'])(
  'a limit that no response tells is a finding: %s',
  async (description) => {
    const report = await verifyTables(description);
    expect(errorsOf(report).join()).toContain('/guests');
  },
);
