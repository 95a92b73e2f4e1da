import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJsonBytes, stringifyJson } from '../../../harness/core/json/index.ts';
import type { JsonValue, Operation } from '../../../harness/core/model.ts';
import { toReceivedRequest } from '../../../harness/core/received-request.ts';
import { requestArbitrary } from '../../../harness/generate/random/request-arbitrary.ts';
import { buildRequest, type RequestSpec, withParameter } from '../../../harness/generate/requests/build-request.ts';
import { MockRequestHandler } from '../../../harness/mock/request-handler.ts';
import type { MockResponse } from '../../../harness/mock/types.ts';
import type { Contract } from '../../../harness/openapi/contract.ts';
import { loadContract } from '../../../harness/openapi/load.ts';
import { assertContract } from '../../../harness/runner/assert-contract.ts';

const PUBLIC = 'test/openapi/resources/documents';

const DOCUMENTS = [
  ...readdirSync(PUBLIC).map((name) => join(PUBLIC, name)),
  'fixtures/crud/documents/library.yaml',
  'fixtures/crud/documents/shop.yaml',
  'fixtures/crud/documents/tasks.yaml',
  'fixtures/crud/documents/notes.yaml',
  'test/mock/documents/library.yaml',
  'test/mock/documents/shop.yaml',
  'test/mock/documents/sessions.yaml',
  'test/mock/documents/echo.yaml',
  'test/mock/documents/forms.yaml',
  'test/mock/documents/media.yaml',
  'test/prove/documents/orders.yaml',
  'test/prove/documents/devices.yaml',
  'test/prove/documents/pages.yaml',
  'test/prove/documents/properties.yaml',
];

/** A request to send, and which of the identifiers that were seen it is about. */
interface Move {
  readonly operation: Operation;
  readonly spec: RequestSpec;
  readonly choice: number;
}

function moves(contract: Contract): fc.Arbitrary<Move[]> {
  const each = contract.operations.flatMap((operation) => {
    const specs = requestArbitrary(contract, operation, 'text');
    return specs ? [fc.record({ operation: fc.constant(operation), spec: specs, choice: fc.nat(9) })] : [];
  });
  return fc.array(fc.oneof(...each), { minLength: 5, maxLength: 25 });
}

/** A mock without a socket, which checks each response. */
class Checked {
  private readonly contract: Contract;
  private readonly handler: MockRequestHandler;
  private readonly seen = new Map<string, JsonValue[]>();

  constructor(contract: Contract) {
    this.contract = contract;
    this.handler = new MockRequestHandler([{ contract }], { auth: false });
  }

  reset(): void {
    this.seen.clear();
    this.handler.reset();
  }

  /** Most requests are about identifiers that were seen before. */
  async play({ operation, spec, choice }: Move): Promise<void> {
    let bound = spec;
    for (const parameter of operation.parameters.filter(({ in: place }) => place === 'path')) {
      const seen = this.seen.get(parameter.name) ?? [];
      const value = choice < 7 ? seen[choice % Math.max(1, seen.length)] : undefined;
      const own = value ?? spec.parameters.path[parameter.name];
      if (value !== undefined) bound = withParameter(bound, parameter, value);
      if (own !== undefined) this.seen.set(parameter.name, [own, ...seen].slice(0, 5));
    }
    const request = buildRequest(operation, bound);
    const response = await this.send(request.method, request.path, request);
    await this.verifyEffect(operation, request.path, response);
  }

  private async send(method: string, path: string, request?: ReturnType<typeof buildRequest>): Promise<MockResponse> {
    const sent = request ?? { method, path, headers: [], body: undefined };
    const response = await this.handler.respond(toReceivedRequest({ ...sent, method, path }));
    const url = `http://127.0.0.1${path}`;
    assertContract(this.contract, {
      request: { method, url, headers: Object.fromEntries(sent.headers), body: sent.body },
      response: { ...response, headers: Object.fromEntries(response.headers) },
    });
    return response;
  }

  /** What a response shows, a read shows, too. */
  private async verifyEffect({ method, path: template }: Operation, path: string, response: MockResponse) {
    if (response.status >= 300) return;
    const read = this.contract.operations.find((each) => each.method === 'GET' && each.path === template);
    if (!template.endsWith('}') || !read) return;
    const [target = path] = path.split('?');
    const shown = await this.send('GET', target);
    if (method === 'DELETE') expect([404, 410], `GET ${target} after DELETE`).toContain(shown.status);
    else expect(shown.status, `GET ${target} after ${method}`).toBe(200);
    if (
      (method === 'PUT' || method === 'PATCH') &&
      response.body.length > 0 &&
      hasSameSchema(read, template, this.contract, method)
    )
      expect(textOf(shown)).toBe(textOf(response));
  }
}

function hasSameSchema(read: Operation, template: string, contract: Contract, method: string): boolean {
  const writer = contract.operations.find((each) => each.method === method && each.path === template);
  const schemaOf = (operation: Operation | undefined) => {
    const schema = operation?.response(200)?.content[0]?.schema;
    return schema && contract.document.resolve(schema).pointer;
  };
  return schemaOf(read) === schemaOf(writer);
}

function textOf({ body }: MockResponse): string {
  return stringifyJson(parseJsonBytes(body));
}

describe('whatever is sent, in whatever order', () => {
  for (const file of DOCUMENTS)
    test(`every response of ${file} is documented and valid, and reads agree with changes`, async () => {
      const contract = loadContract(file);
      const mock = new Checked(contract);
      await fc.assert(
        fc.asyncProperty(moves(contract), async (sequence) => {
          mock.reset();
          for (const move of sequence) await mock.play(move);
        }),
        { numRuns: 12, seed: 1 },
      );
    });
});
