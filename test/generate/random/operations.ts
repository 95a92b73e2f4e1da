import type { Operation } from '../../../harness/core/model.ts';
import type { Contract } from '../../../harness/openapi/contract.ts';
import { load } from '../../openapi/documents.ts';

/** Operations with parameters in every place and style, a body with identifying members, a form, and nothing at all. */
export function contractOfOrders(): Contract {
  return load({ 'spec.yaml': ORDERS });
}

/** An operation with nothing but a number in its query. */
export function contractOfCounts(): Contract {
  return load({ 'spec.yaml': COUNTS });
}

/** @throws {Error} where the document has none of that name */
export function operationOf(contract: Contract, name: string): Operation {
  const operation = contract.operation(name);
  if (!operation) throw new Error(`there is no operation ${name}`);
  return operation;
}

const ORDERS = `openapi: 3.0.3
info: { title: Orders, version: '1' }
paths:
  /orders/{shop}:
    post:
      operationId: placeOrder
      parameters:
        - { name: shop, in: path, required: true, schema: { type: string } }
        - { name: tags, in: query, required: true, schema: { type: array, items: { type: string } } }
        - { name: limit, in: query, schema: { type: integer, format: int32, x-unspecified: the range } }
        - { name: codes, in: query, explode: false, schema: { type: array, items: { type: integer } } }
        - { name: filter, in: query, style: deepObject, schema: { type: object, properties: { a: { type: string }, b: { type: boolean } } } }
        - { name: json, in: query, content: { application/json: { schema: { type: array, items: { type: number } } } } }
        - { name: X-Trace, in: header, required: true, schema: { type: string } }
        - { name: X-Levels, in: header, schema: { type: array, items: { type: integer } } }
        - { name: session, in: cookie, schema: { type: string, minLength: 3 } }
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Order' }
      responses:
        '201': { description: placed }
        default: { description: rejected }
  /form:
    post:
      operationId: sendForm
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, required: [a], properties: { a: { type: string, minLength: 1 }, b: { type: array, items: { type: integer } } } }
      responses: { '200': { description: ok } }
  /impossible:
    post:
      operationId: impossible
      parameters:
        - { name: never, in: query, required: true, schema: { type: integer, minimum: 2, maximum: 1 } }
      responses: { '200': { description: ok } }
components:
  schemas:
    Order:
      type: object
      required: [id, name]
      properties:
        id: { type: integer, format: int64 }
        reference: { type: string, format: uuid }
        name: { type: string }
        amount: { type: number, minimum: 0, exclusiveMinimum: true }
        created: { type: string, format: date-time, readOnly: true }
        lines:
          type: array
          items:
            type: object
            required: [article]
            properties:
              article: { type: string, pattern: '^[A-Z]{2}[0-9]{3}$' }
              count: { type: integer, minimum: 1 }
`;

const COUNTS = `openapi: 3.0.3
info: { title: Counts, version: '1' }
paths:
  /count:
    get:
      operationId: count
      parameters: [{ name: limit, in: query, required: true, schema: { type: integer, format: int32, minimum: 1, maximum: 100 } }]
      responses: { '200': { description: ok }, default: { description: rejected } }
`;
