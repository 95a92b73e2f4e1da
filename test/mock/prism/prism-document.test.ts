import { describe, expect, test } from 'vitest';
import { getAt } from '../../../harness/core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { startMock } from '../../../harness/mock/mock.ts';
import { loadPrism } from '../../../harness/mock/prism/load.ts';
import { prismDocument } from '../../../harness/mock/prism/prism-document.ts';
import type { Contract } from '../../../harness/openapi/contract.ts';
import { contractOf } from '../../generate/documents.ts';

const paths = (schema: string) => `
/things:
  get:
    parameters: [{ name: page, in: query, schema: { $ref: '#/components/schemas/Page' } }]
    responses:
      '200': { description: a, content: { application/json: { schema: ${schema} } } }
      default: { $ref: '#/components/responses/Failed' }
`;
const SCHEMA = '#/paths/~1things/get/responses/200/content/application~1json/schema';

/** So many kinds, each of which holds any of them. */
function unions(count: number): string {
  const kinds = Array.from({ length: count }, (_, index) => `K${index}`);
  const any = `{ oneOf: [${kinds.map((kind) => `{ $ref: '#/components/schemas/${kind}' }`).join(', ')}] }`;
  const members = `{ kind: { type: string }, next: ${any}, all: { type: array, items: ${any} } }`;
  return kinds.map((kind) => `  ${kind}: { type: object, properties: ${members} }`).join('\n');
}

function size(value: JsonValue): number {
  return typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((sum: number, each) => sum + size(each), 0)
    : 0;
}

const document = (schema: string, components: string) => {
  const failed = "responses:\n  Failed: { description: b, headers: { X-A: { $ref: '#/components/headers/A' } } }";
  return contractOf(paths(schema), `${failed}\nheaders: { A: { schema: { type: integer } } }\nschemas:\n${components}`);
};

function prismDocumentOf(contract: Contract): JsonObject {
  const [operation] = contract.operations;
  if (!operation) throw new Error('no operation');
  return prismDocument(contract, operation) as JsonObject;
}

describe('the document for Prism', () => {
  test('has all references of responses inlined, and nothing of requests', () => {
    const contract = document(
      "{ $ref: '#/components/schemas/Page' }",
      "  Page: { type: object, properties: { default: { $ref: '#/components/schemas/N' } } }\n  N: { type: integer, default: 1 }",
    );
    expect(prismDocumentOf(contract)['paths']).toEqual({
      '/things': {
        get: {
          deprecated: false,
          responses: {
            200: {
              description: 'a',
              content: {
                'application/json': {
                  schema: { type: 'object', properties: { default: { type: 'integer', default: 1 } } },
                },
              },
            },
            default: { description: 'b', headers: { 'X-A': { schema: { type: 'integer' } } } },
          },
        },
      },
    });
  });

  test('keeps a reference for a recursive schema', () => {
    const contract = document(
      "{ $ref: '#/components/schemas/Page' }",
      "  Page: { properties: { next: { $ref: '#/components/schemas/Page' } } }",
    );
    expect(getAt(prismDocumentOf(contract), SCHEMA)).toEqual({ properties: { next: { $ref: SCHEMA } } });
  });

  test('a reference in data is data: no response of any operation follows it', async () => {
    const thing = "{ type: object, example: { $ref: '#/nowhere' }, x-other: { $ref: nowhere.yaml } }";
    const other = "/others: { get: { responses: { '200': { description: a, x-code: { $ref: '#/nowhere' } } } } }";
    const contract = contractOf(
      `/things: { get: { responses: { '200': { description: a, content: { application/json: { schema: ${thing} } } } } } }\n${other}`,
    );
    const mock = await startMock({ contract });
    const [things, others] = await Promise.all(['things', 'others'].map((path) => fetch(`${mock.url}/${path}`)));
    expect([things?.status, await things?.json()]).toEqual([200, { $ref: '#/nowhere' }]);
    expect(others?.status).toBe(200);
    await mock.close();
  });

  test('has a success for an operation without documented responses', async () => {
    for (const responses of ['', ', responses: {}']) {
      const mock = await startMock({ contract: contractOf(`/things: { get: { operationId: get${responses} } }`) });
      const { status } = await fetch(`${mock.url}/things`);
      await mock.close();
      expect(status).toBe(200);
    }
  });

  test('limits the size of schemas, so that Prism loads dozens of mutually recursive unions quickly', async () => {
    const contract = document("{ $ref: '#/components/schemas/K0' }", unions(40));
    const schema = getAt(prismDocumentOf(contract), SCHEMA) ?? null;
    expect(schema).toMatchObject({ type: 'object', properties: { kind: { type: 'string' } } });
    expect(size(schema)).toBeLessThanOrEqual(5000);
    const [things] = contract.operations;
    expect(things && (await (await loadPrism(contract)).operation(things)).path).toBe('/things');
  });
});
