import { parseJson, stringifyJson } from '../../../harness/core/json/index.ts';
import { getAt } from '../../../harness/core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../harness/core/model.ts';
import { type Mock, type MockOptions, startMock } from '../../../harness/mock/mock.ts';

export interface JsonResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if there is none. */
  readonly body: JsonValue | undefined;
}

/** A mock with a client that sends and reads JSON. */
export interface TestMock extends Mock {
  send(
    method: string,
    path: string,
    body?: JsonValue,
    headers?: Readonly<Record<string, string>>,
  ): Promise<JsonResponse>;
}

const open: Mock[] = [];

export async function closeMocks(): Promise<void> {
  await Promise.all(open.splice(0).map((mock) => mock.close()));
}

export async function openMock(options: MockOptions): Promise<TestMock> {
  const mock = await startMock(options);
  open.push(mock);
  const send: TestMock['send'] = async (method, path, body, headers = {}) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await fetch(mock.url + path, {
      method,
      headers: { ...type, ...headers },
      ...(body === undefined ? {} : { body: stringifyJson(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : parseJson(text) };
  };
  return Object.defineProperties({ send } as TestMock, Object.getOwnPropertyDescriptors(mock));
}

/** The values at a pointer of each item of a list. */
export function each(list: JsonValue | undefined, pointer: string): (JsonValue | undefined)[] {
  return Array.isArray(list) ? list.map((item) => getAt(item, pointer)) : [];
}

export const LIBRARY = 'fixtures/crud/documents/library.yaml';
export const SHOP = 'fixtures/crud/documents/shop.yaml';
export const TASKS = 'fixtures/crud/documents/tasks.yaml';

export function fields(value: JsonValue | undefined): JsonObject {
  return value as JsonObject;
}

export function items(value: JsonValue | undefined): JsonValue | undefined {
  return fields(value)['items'];
}
