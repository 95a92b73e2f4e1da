import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Case, ExactNumber, type HttpRequest, type JsonValue, type Operation } from '../../harness/core/model.ts';
import { boundaryCases } from '../../harness/generate/boundary/boundary-cases.ts';
import { randomCases } from '../../harness/generate/random/random-cases.ts';
import { buildRequest, type RequestSpec } from '../../harness/generate/requests/build-request.ts';
import { UniqueValues } from '../../harness/generate/requests/unique-values.ts';
import { validRequest } from '../../harness/generate/requests/valid-request.ts';
import { type Mock, startMock } from '../../harness/mock/mock.ts';
import { sampleFile } from '../../harness/openapi/body/sample-files.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { contractOf, only } from './documents.ts';

const SPEC = 'test/generate/documents/forms.yaml';
const contract = loadContract(SPEC, []);

function operation(id: string): Operation {
  const found = contract.operation(id);
  if (!found) throw new Error(`no operation ${id}`);
  return found;
}

function plain(id: string, properties: 'required' | 'all'): RequestSpec {
  const spec = validRequest(contract, new UniqueValues(1), operation(id), properties);
  if (!spec) throw new Error(`no valid request of ${id}`);
  return spec;
}

const sent = (id: string, body: JsonValue, more: Partial<RequestSpec> = {}) =>
  buildRequest(operation(id), { ...plain(id, 'required'), body, ...more });
const typeOf = ({ headers }: HttpRequest) => headers.find(([name]) => name === 'content-type')?.[1] ?? '';
const textOf = ({ body }: HttpRequest) => Buffer.from(body ?? []).toString('latin1');
/** Read by the platform's own reader. */
const formOf = (request: HttpRequest) =>
  new Response(request.body ?? null, { headers: { 'content-type': typeOf(request) } }).formData();

describe('a form has its members as their encoding says', () => {
  test.each<[string, JsonValue, string]>([
    ['a list with spaces', { scopes: ['read', 'write'] }, 'scopes=read%20write'],
    ['a list with commas', { ids: [1, new ExactNumber('9007199254740993')] }, 'ids=1,9007199254740993'],
    ['a list with pipes', { pipes: ['a', 'b'] }, 'pipes=a%7Cb'],
    ['a deep object', { deep: { x: 1, y: 'ü' } }, 'deep%5Bx%5D=1&deep%5By%5D=%C3%BC'],
    ['an object without encoding: JSON', { object: { x: 1 } }, 'object=%7B%22x%22%3A1%7D'],
    [
      'a list of objects: JSON each',
      { objects: [{ q: true }, { q: false }] },
      'objects=%7B%22q%22%3Atrue%7D&objects=%7B%22q%22%3Afalse%7D',
    ],
    ['reserved characters where they are allowed', { url: '/a?b', name: '/a?b' }, 'url=/a?b&name=%2Fa%3Fb'],
    ['a member that nobody declares', { other: ['a', 'b'] }, 'other=a&other=b'],
    ['a styled list without items: nothing', { scopes: [], name: 'a' }, 'name=a'],
  ])('%s', (_, body, expected) => expect(textOf(sent('styled', body))).toBe(expected));
});

describe('multipart', () => {
  test('has a part for each member, and for each item of a list', async () => {
    const form = await formOf(
      sent('parts', {
        tags: [1, 2],
        ok: true,
        note: 'a "b"\r\nü 🐈',
        meta: { id: new ExactNumber('9223372036854775807') },
      }),
    );
    expect([...form]).toEqual([
      ['tags', '1'],
      ['tags', '2'],
      ['ok', 'true'],
      ['note', 'a "b"\r\nü 🐈'],
      ['meta', '{"id":9223372036854775807}'],
    ]);
  });

  test('names the media type of a part where it is declared or is not plain text', () => {
    const text = textOf(
      sent('parts', { photo: 'x', raw: 'y', meta: { id: 1 }, lines: [{ q: 1 }], note: 'abc', ok: true }),
    );
    const types = [...text.matchAll(/name="(\w+)"[^\r]*(?:\r\nContent-Type: ([^\r]+))?/g)].map(([, name, type]) => [
      name,
      type,
    ]);
    expect(Object.fromEntries(types)).toEqual({
      photo: 'image/png',
      raw: 'application/octet-stream',
      meta: 'application/json',
      lines: 'application/json',
      note: 'text/plain; charset=utf-8',
      ok: undefined,
    });
  });

  test('has files with their names and their bytes as they are', async () => {
    const form = await formOf(sent('parts', { photo: '\u0000\u00ff\r\n--', scans: ['a', 'b'] }));
    const [photo, scan] = [form.get('photo'), form.getAll('scans')[1]];
    if (!(photo instanceof File) || !(scan instanceof File)) throw new Error('no files');
    expect([photo.name, photo.type, scan.name, scan.type]).toEqual([
      'file.png',
      'image/png',
      'file.pdf',
      'application/pdf',
    ]);
    expect([...Buffer.from(await photo.arrayBuffer())]).toEqual([0, 255, 13, 10, 45, 45]);
  });

  test('takes a boundary that no part holds, the same each time', async () => {
    const body = { note: '--part-of-the-form-1', raw: 'part-of-the-form-2--' };
    const request = sent('parts', body);
    expect(typeOf(request)).toBe('multipart/form-data; boundary=part-of-the-form-3');
    expect((await formOf(request)).get('note')).toBe(body.note);
    expect(sent('parts', body)).toEqual(request);
  });

  test('takes the boundary that is asked for', () => {
    const request = sent('parts', { ok: true }, { contentType: 'multipart/form-data; boundary=b' });
    expect(typeOf(request)).toBe('multipart/form-data; boundary=b');
    expect(textOf(request)).toBe('--b\r\nContent-Disposition: form-data; name="ok"\r\n\r\ntrue\r\n--b--\r\n');
  });

  test('keeps names that would end their quotes or their line', async () => {
    const form = await formOf(sent('parts', { 'a"b\r\nc': 'x' }));
    expect([...form]).toEqual([['a"b\r\nc', 'x']]);
  });

  test('names no boundary without a body', () => {
    const { body: _, ...bodiless } = plain('parts', 'required');
    const request = buildRequest(operation('parts'), { ...bodiless, contentType: 'multipart/form-data' });
    expect([typeOf(request), request.body]).toEqual(['multipart/form-data', undefined]);
  });

  test('of JSON Schema has a file where a text holds something else', async () => {
    const newer = contractOf(`
/a:
  post:
    requestBody:
      content:
        multipart/form-data:
          schema: { properties: { a: { contentMediaType: image/gif }, b: { type: string, contentEncoding: base64 }, c: { type: string } } }
    responses: { '204': { description: ok } }`);
    const spec = validRequest(newer, new UniqueValues(1), only(newer), 'all');
    const form = await formOf(
      buildRequest(only(newer), { ...(spec as RequestSpec), body: { a: 'a', b: 'YQ==', c: 'c' } }),
    );
    const reported = [...form].map(([name, value]) => [name, value instanceof File ? value.type : value]);
    expect(reported).toEqual([
      ['a', 'image/gif'],
      ['b', 'application/octet-stream'],
      ['c', 'c'],
    ]);
  });
});

describe('a plain body fits its media type', () => {
  test.each([
    ['image', 'image/png', sampleFile('image/png')],
    ['bytes', 'application/octet-stream', Buffer.from('text')],
    ['text', 'text/plain', Buffer.from('text')],
    ['range', 'image/png', sampleFile('image/png')],
  ])('%s', (id, type, bytes) => {
    const request = buildRequest(operation(id), plain(id, 'required'));
    expect([typeOf(request), Buffer.from(request.body ?? [])]).toEqual([type, Buffer.from(bytes ?? [])]);
  });

  test('and so do the files of a form', async () => {
    const photo = (await formOf(buildRequest(operation('parts'), plain('parts', 'all')))).get('photo');
    if (!(photo instanceof File)) throw new Error('no file');
    expect(Buffer.from(await photo.arrayBuffer())).toEqual(Buffer.from(sampleFile('image/png') ?? []));
  });
});

describe('the mock takes and rejects these bodies as their cases say', () => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await startMock({ spec: SPEC });
  });
  afterAll(() => mock.close());

  async function statusOf({ request: { method, path, headers, body } }: Case): Promise<number> {
    const response = await fetch(mock.url + path, {
      method,
      headers: headers.map(([...pair]) => pair),
      body: body ?? null,
    });
    await response.arrayBuffer();
    return response.status;
  }

  test.each(contract.operations.map((each) => [each.id, each] as const))('%s', async (_, each) => {
    const random = [1, 2].flatMap((seed) => [...randomCases(contract, each, { seed, randomCases: 20 })]);
    const cases = [...(boundaryCases(contract, new UniqueValues(1), each) ?? []), ...random];
    const validated = cases.filter(
      ({ expectation, request }) =>
        expectation !== 'any' && !request.headers.some(([name]) => name === 'transfer-encoding'),
    );
    expect(validated.filter(({ expectation }) => expectation === 'accept').length).toBeGreaterThan(20);
    expect(validated.filter(({ expectation }) => expectation === 'reject').length).toBeGreaterThan(5);
    for (const one of validated)
      expect([one.id, (await statusOf(one)) < 400 ? 'accept' : 'reject']).toEqual([one.id, one.expectation]);
  });
});
