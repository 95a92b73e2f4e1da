import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJsonBytes, stringifyJson } from '../../../harness/core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { toReceivedRequest } from '../../../harness/core/received-request.ts';
import { MockRequestHandler } from '../../../harness/mock/request-handler.ts';
import type { Contract } from '../../../harness/openapi/contract.ts';
import { resourceModel } from '../../../harness/openapi/resources/infer.ts';
import { assertContract } from '../../../harness/runner/assert-contract.ts';
import { fields } from './client.ts';
import { bodies, documentOf, type Shape, shapes } from './random-documents.ts';

interface Command {
  readonly kind: 'create' | 'put' | 'put-new' | 'patch' | 'test-and-patch' | 'delete';
  /** Which of the records it is about, and, modulo two, whether it is about their parts. */
  readonly at: number;
  readonly body: JsonObject;
  readonly removed: 'size' | 'tags' | 'maker' | undefined;
}

const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('create', 'create', 'put', 'put-new', 'patch', 'patch', 'test-and-patch', 'delete'),
    at: fc.nat(12),
    body: bodies as fc.Arbitrary<JsonObject>,
    removed: fc.constantFrom('size', 'tags', 'maker', undefined),
  }),
  { minLength: 4, maxLength: 14 },
);

const PAGE_SIZE = 2;

/** A strict mock that begins without records, beside a model of what it should have. */
class Compared {
  private readonly shape: Shape;
  private readonly contract: Contract;
  private readonly handler: MockRequestHandler;
  /** By the paths of their items, in the order of creation. */
  private readonly records = new Map<string, JsonObject>();
  private created = 0;

  constructor(shape: Shape) {
    this.shape = shape;
    this.contract = documentOf(shape);
    const seedData = Object.fromEntries(resourceModel(this.contract).types.map(({ name }) => [name, []]));
    this.handler = new MockRequestHandler([{ contract: this.contract, seedData }], { auth: false, strictState: true });
  }

  async play({ kind, at, body, removed }: Command): Promise<void> {
    const things = [...this.records.keys()].filter((path) => path.split('/').length === 3);
    const thing = things[at % Math.max(1, things.length)];
    const isPart = this.shape.hasParts && at % 2 === 1 && thing !== undefined;
    const collection = isPart ? `${thing}/parts` : '/things';
    const own = this.pathsIn(collection);
    const path = own[at % Math.max(1, own.length)];
    if (kind === 'create') await this.create(collection, body);
    else if (kind === 'put-new') await this.putNew(collection, body);
    else if (path === undefined) await this.expectMissing(`${collection}/${this.newId()}`);
    else if (kind === 'put') await this.replace(path, body);
    else if (kind === 'delete') await this.remove(path);
    else await this.change(path, body, removed, kind === 'test-and-patch');
  }

  /** Every read and every list shows the model. */
  async verify(): Promise<void> {
    for (const [path, record] of this.records) expect(this.unwrap(await this.send('GET', path))).toEqual(record);
    const parts = this.shape.hasParts ? this.pathsIn('/things').map((path) => `${path}/parts`) : [];
    for (const collection of ['/things', ...parts]) {
      const expected = this.pathsIn(collection).map((path) => this.records.get(path));
      expect(await this.pages(collection), collection).toEqual(expected);
      const green = (await this.list(`${collection}?color=green`)).items;
      expect(green, `${collection}, green`).toEqual(expected.filter((each) => each?.['color'] === 'green'));
      const titles = expected.map((each) => String(each?.['title'])).sort((a, b) => (a < b ? 1 : a > b ? -1 : 0));
      expect((await this.list(`${collection}?sort=-title`)).items.map((each) => fields(each)['title'])).toEqual(titles);
    }
  }

  private async create(collection: string, body: JsonObject): Promise<void> {
    const { status, value } = await this.send('POST', collection, body);
    expect(status).toBe(this.shape.createStatus);
    const record = fields(this.unwrap({ status, value }));
    expect(record).toMatchObject(body);
    const path = `${collection}/${String(record['id'])}`;
    expect(this.records.has(path), 'an identifier that is new').toBe(false);
    this.records.set(path, record);
  }

  private async putNew(collection: string, body: JsonObject): Promise<void> {
    const id = this.newId();
    const path = `${collection}/${id}`;
    const response = await this.send('PUT', path, body);
    expect(response.status).toBe(this.shape.putCreates ? 201 : 404);
    if (response.status === 404) return;
    this.records.set(path, { id, ...body });
    expect(this.unwrap(response)).toEqual({ id, ...body });
  }

  private async replace(path: string, body: JsonObject): Promise<void> {
    const { id = null } = this.records.get(path) ?? {};
    this.records.set(path, { id, ...body });
    expect(this.unwrap(await this.send('PUT', path, body))).toEqual({ id, ...body });
  }

  private async remove(path: string): Promise<void> {
    expect((await this.send('DELETE', path)).status).toBe(204);
    for (const each of [...this.records.keys()])
      if (each === path || each.startsWith(`${path}/`)) this.records.delete(each);
    await this.expectMissing(path);
  }

  private async change(path: string, body: JsonObject, removed: Command['removed'], fails: boolean): Promise<void> {
    const before = this.records.get(path) ?? {};
    const isMerge = this.shape.patch.includes('merge');
    if (this.shape.patch.includes('json-patch')) {
      const isRemoved = removed !== undefined && Object.hasOwn(before, removed) && !Object.hasOwn(body, removed);
      const operations: JsonObject[] = Object.entries(body).map(([name, value]) => ({
        op: 'add',
        path: `/${name}`,
        value,
      }));
      if (isRemoved) operations.push({ op: 'remove', path: `/${removed}` });
      if (fails) operations.push({ op: 'test', path: '/title', value: 'another title that is too long' });
      const response = await this.send('PATCH', path, operations);
      if (fails) expect(response.status).toBeGreaterThanOrEqual(400);
      else this.expectChanged(path, response, without({ ...before, ...body }, isRemoved ? removed : undefined));
      return;
    }
    const sent = isMerge && removed !== undefined ? { ...body, [removed]: null } : body;
    const merged = isMerge ? mergePatch(before, sent) : { ...before, ...body };
    this.expectChanged(path, await this.send('PATCH', path, sent), fields(merged));
  }

  private expectChanged(path: string, response: Received, expected: JsonObject): void {
    expect(this.unwrap(response)).toEqual(expected);
    this.records.set(path, expected);
  }

  private async expectMissing(path: string): Promise<void> {
    for (const [method, body] of [
      ['GET'],
      ['DELETE'],
      ['PATCH', this.shape.patch.includes('json-patch') ? [] : {}],
    ] as const)
      expect((await this.send(method, path, body)).status, `${method} ${path}`).toBe(404);
  }

  /** All records of a list, page by page. */
  private async pages(collection: string): Promise<JsonValue[]> {
    const { paging, items } = this.shape;
    if (paging === 'none' || (paging === 'cursor' && items === undefined)) return (await this.list(collection)).items;
    const all: JsonValue[] = [];
    let cursor: JsonValue | undefined;
    for (let page = 0; page < 50; page++) {
      const query = {
        offset: `limit=${PAGE_SIZE}&offset=${page * PAGE_SIZE}`,
        page: `per_page=${PAGE_SIZE}&page=${page + 1}`,
        object: `page[size]=${PAGE_SIZE}&page[number]=${page + 1}`,
        cursor: `limit=${PAGE_SIZE}${typeof cursor === 'string' ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      }[paging];
      const found = await this.list(`${collection}?${query}`);
      expect(found.items.length).toBeLessThanOrEqual(PAGE_SIZE);
      all.push(...found.items);
      cursor = found.cursor;
      if (paging === 'cursor' ? typeof cursor !== 'string' || cursor === '' : found.items.length < PAGE_SIZE)
        return all;
    }
    throw new Error(`${collection} has no end`);
  }

  private async list(target: string): Promise<{ items: JsonValue[]; cursor: JsonValue | undefined }> {
    const { value } = await this.send('GET', target);
    if (this.shape.items === undefined) return { items: value as JsonValue[], cursor: undefined };
    return { items: fields(value)[this.shape.items] as JsonValue[], cursor: fields(value)['next_cursor'] };
  }

  private pathsIn(collection: string): string[] {
    const depth = collection.split('/').length + 1;
    return [...this.records.keys()].filter(
      (path) => path.startsWith(`${collection}/`) && path.split('/').length === depth,
    );
  }

  private newId(): JsonValue {
    // The mock counts on from the largest identifier.
    const number = 1000 * (100 + ++this.created);
    if (this.shape.id === 'integer') return number;
    return this.shape.id === 'uuid' ? `00000000-0000-4000-8000-000000${number}` : `own-${number}`;
  }

  private unwrap({ value }: Received): JsonValue | undefined {
    return this.shape.envelope ? fields(value)[this.shape.envelope] : value;
  }

  private async send(method: string, target: string, body?: JsonValue): Promise<Received> {
    const type = method === 'PATCH' ? this.shape.patch : 'application/json';
    const bytes = body === undefined ? undefined : Buffer.from(stringifyJson(body));
    const headers: [string, string][] = bytes ? [['content-type', type]] : [];
    const response = await this.handler.respond(toReceivedRequest({ method, path: target, headers, body: bytes }));
    assertContract(this.contract, {
      request: { method, url: `http://127.0.0.1${target}`, headers: Object.fromEntries(headers), body: bytes },
      response: { ...response, headers: Object.fromEntries(response.headers) },
    });
    const isJson = response.headers.some(([name, value]) => name === 'content-type' && value.includes('json'));
    return { status: response.status, value: isJson ? parseJsonBytes(response.body) : undefined };
  }
}

interface Received {
  readonly status: number;
  readonly value: JsonValue | undefined;
}

/** RFC 7396 section 2. */
function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch;
  const merged: JsonObject =
    target !== null && typeof target === 'object' && !Array.isArray(target) ? { ...fields(target) } : {};
  for (const [name, value] of Object.entries(patch))
    if (value === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], value);
  return merged;
}

function without(record: JsonObject, name: string | undefined): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([each]) => each !== name));
}

test('whatever a document looks like, and whatever is sent, the records are those of the model', async () => {
  await fc.assert(
    fc.asyncProperty(shapes, commands, async (shape, sequence) => {
      const compared = new Compared(shape);
      for (const command of sequence) await compared.play(command);
      await compared.verify();
    }),
    { numRuns: 25, seed: 1 },
  );
});
