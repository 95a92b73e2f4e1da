import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../../harness/core/model.ts';
import { closeMocks, fields, openMock } from './client.ts';

afterEach(closeMocks);

const content = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const one = (name: string) => content(`{ $ref: '#/components/schemas/${name}' }`);
const all = (name: string) => content(`{ type: array, items: { $ref: '#/components/schemas/${name}' } }`);
const ID = '{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 } }';

/** Customers with repairs, which are read beside them, and parts that refer to both. */
const spec = parse(`
openapi: 3.0.3
info: { title: Workshop, version: '1' }
paths:
  /customers:
    get: { operationId: listCustomers, responses: { 200: { description: all, ${all('Customer')} } } }
    post: { operationId: createCustomer, requestBody: { ${one('NewCustomer')} }, responses: { 201: { description: one, ${one('Customer')} } } }
  /customers/{id}:
    parameters: [ ${ID} ]
    get: { operationId: getCustomer, responses: { 200: { description: one, ${one('Customer')} }, 404: { description: none } } }
    patch: { operationId: changeCustomer, requestBody: { ${one('CustomerChange')} }, responses: { 200: { description: one, ${one('Customer')} }, 404: { description: none } } }
  /customers/{id}/repairs:
    parameters: [ ${ID} ]
    get: { operationId: listRepairs, responses: { 200: { description: all, ${all('Repair')} } } }
    post: { operationId: createRepair, requestBody: { ${one('NewRepair')} }, responses: { 201: { description: one, ${one('Repair')} } } }
  /repairs/{id}:
    parameters: [ ${ID} ]
    get: { operationId: getRepair, responses: { 200: { description: one, ${one('Repair')} }, 404: { description: none } } }
    patch: { operationId: changeRepair, requestBody: { ${one('RepairChange')} }, responses: { 200: { description: one, ${one('Repair')} }, 404: { description: none } } }
    delete: { operationId: deleteRepair, responses: { 204: { description: deleted }, 404: { description: none } } }
  /repairs/{id}/complete:
    parameters: [ ${ID} ]
    post: { operationId: completeRepair, responses: { 200: { description: one, ${one('Repair')} }, 404: { description: none } } }
  /repairs/{id}/inspect:
    parameters: [ ${ID} ]
    post: { operationId: inspectRepair, responses: { 200: { description: one, ${one('Repair')} }, 404: { description: none } } }
  /bills:
    get: { operationId: listBills, responses: { 200: { description: all, ${all('Bill')} } } }
    post: { operationId: createBill, requestBody: { ${one('NewBill')} }, responses: { 201: { description: one, ${one('Bill')} } } }
  /bills/{id}:
    parameters: [ ${ID} ]
    get: { operationId: getBill, responses: { 200: { description: one, ${one('Bill')} }, 404: { description: none } } }
    put: { operationId: replaceBill, requestBody: { ${one('NewBill')} }, responses: { 200: { description: one, ${one('Bill')} }, 404: { description: none } } }
    delete: { operationId: deleteBill, responses: { 204: { description: deleted }, 404: { description: none } } }
components:
  schemas:
    NewCustomer: { type: object, required: [firstName, lastName], properties: { firstName: { type: string }, lastName: { type: string } } }
    CustomerChange: { type: object, properties: { firstName: { type: string }, lastName: { type: string } } }
    Customer:
      type: object
      required: [id, firstName, lastName, fullName, repairs_count, bill_count, archivedAt]
      properties:
        id: { type: integer, minimum: 1 }
        firstName: { type: string }
        lastName: { type: string }
        fullName: { type: string }
        averageRating: { type: number, minimum: 0, maximum: 5 }
        repairs_count: { type: integer, minimum: 0 }
        bill_count: { type: integer, minimum: 0 }
        archivedAt: { type: string, format: date-time, nullable: true }
    NewRepair: { type: object, required: [problem], properties: { problem: { type: string } } }
    RepairChange: { type: object, properties: { state: { $ref: '#/components/schemas/State' } } }
    State: { type: string, enum: [RECEIVED, IN_PROGRESS, COMPLETED] }
    Repair:
      type: object
      required: [id, problem, customer_id, state]
      properties:
        id: { type: integer, minimum: 1 }
        problem: { type: string }
        customer_id: { type: integer, minimum: 1 }
        state: { $ref: '#/components/schemas/State' }
        completed_at: { type: string, format: date-time }
        inspectedAt: { type: string, format: date-time, nullable: true }
        createdAt: { type: string, format: date-time }
    NewBill: { type: object, required: [amount, customerId], properties: { amount: { type: integer }, customerId: { type: integer, minimum: 1 } } }
    Bill:
      type: object
      required: [id, amount, customerId, customerFullName]
      properties:
        id: { type: integer, minimum: 1 }
        amount: { type: integer }
        customerId: { type: integer, minimum: 1 }
        customerFullName: { type: string }
`);

async function open() {
  const mock = await openMock({ spec });
  const send = async (method: string, path: string, body?: JsonObject) => {
    const response = await mock.send(method, path, body);
    expect(response.status, `${method} ${path}`).toBeLessThan(300);
    return fields(response.body);
  };
  const ada = await send('POST', '/customers', { firstName: 'Ada', lastName: 'Byron' });
  return { send, ada };
}

test('what follows from other values of a record follows from those that clients send', async () => {
  const { send, ada } = await open();
  expect(ada).toMatchObject({ fullName: 'Ada Byron', repairs_count: 0, bill_count: 0, archivedAt: null });
  expect(Number(ada['averageRating'])).toBe(0);
  const changed = await send('PATCH', `/customers/${ada['id']}`, { firstName: 'Augusta' });
  expect(changed).toMatchObject({ fullName: 'Augusta Byron' });
});

test('records are counted where they belong, also if their own paths are elsewhere, and where they refer to', async () => {
  const { send, ada } = await open();
  const bob = await send('POST', '/customers', { firstName: 'Bob', lastName: 'Ray' });
  const count = async (of: JsonObject, name: string) => Number((await send('GET', `/customers/${of['id']}`))[name]);
  await send('POST', `/customers/${ada['id']}/repairs`, { problem: 'flat' });
  const repair = await send('POST', `/customers/${ada['id']}/repairs`, { problem: 'bell' });
  expect(await count(ada, 'repairs_count')).toBe(2);
  await send('DELETE', `/repairs/${repair['id']}`);
  expect(await count(ada, 'repairs_count')).toBe(1);

  const bill = await send('POST', '/bills', { amount: 5, customerId: Number(ada['id']) });
  expect(await count(ada, 'bill_count')).toBe(1);
  await send('PUT', `/bills/${bill['id']}`, { amount: 5, customerId: Number(bob['id']) });
  expect([await count(ada, 'bill_count'), await count(bob, 'bill_count')]).toEqual([0, 1]);
  await send('DELETE', `/bills/${bill['id']}`);
  expect(await count(bob, 'bill_count')).toBe(0);
});

test('what a record shows of one that it refers to is as that one has it', async () => {
  const { send, ada } = await open();
  const bob = await send('POST', '/customers', { firstName: 'Bob', lastName: 'Ray' });
  const bill = await send('POST', '/bills', { amount: 5, customerId: Number(ada['id']) });
  expect(bill).toMatchObject({ customerFullName: 'Ada Byron' });
  const moved = await send('PUT', `/bills/${bill['id']}`, { amount: 5, customerId: Number(bob['id']) });
  expect(moved).toMatchObject({ customerFullName: 'Bob Ray' });
});

test('the time of something is there once it has happened', async () => {
  const { send, ada } = await open();
  const create = () => send('POST', `/customers/${ada['id']}/repairs`, { problem: 'flat' });
  const repair = await create();
  expect(repair).toMatchObject({ state: 'RECEIVED', inspectedAt: null });
  expect(repair).not.toHaveProperty('completed_at');
  const isNow = (value: unknown) => expect(Date.now() - Date.parse(String(value))).toBeLessThan(60_000);
  isNow((await send('POST', `/repairs/${repair['id']}/inspect`))['inspectedAt']);
  const completed = await send('POST', `/repairs/${repair['id']}/complete`);
  expect(completed).toMatchObject({ state: 'COMPLETED' });
  isNow(completed['completed_at']);
  const { id } = await create();
  isNow((await send('PATCH', `/repairs/${id}`, { state: 'COMPLETED' }))['completed_at']);
  expect(await send('PATCH', `/repairs/${id}`, { state: 'IN_PROGRESS' })).not.toHaveProperty('completed_at');
});

test('made-up records have the times of what has happened to them alone, in order', async () => {
  const { send } = await open();
  for (const id of Array(12).keys()) {
    const repair = await send('GET', `/repairs/${1000 + id}`);
    const { createdAt, completed_at: completedAt = null, state } = repair;
    expect(completedAt !== null, JSON.stringify(repair)).toBe(state === 'COMPLETED');
    if (completedAt !== null) expect(String(createdAt) < String(completedAt)).toBe(true);
  }
});

test('made-up records count the first records that are listed below them', async () => {
  const mock = await openMock({ spec });
  const list = async (path: string) => (await mock.send('GET', path)).body as JsonObject[];
  const customers = await list('/customers');
  expect(customers.length).toBeGreaterThan(1);
  const bills = await list('/bills');
  for (const { id, repairs_count: repairs, bill_count: billed } of customers) {
    expect(Number(repairs)).toBe((await list(`/customers/${id}/repairs`)).length);
    expect(Number(billed)).toBe(bills.filter(({ customerId }) => String(customerId) === String(id)).length);
  }
});
