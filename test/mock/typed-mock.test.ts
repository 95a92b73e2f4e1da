import { expect, expectTypeOf, test } from 'vitest';
import { type Mock, type OperationName, startMock } from '../../harness/index.ts';
import type { components, operations, paths } from './documents/notes-types.ts';

const SPEC = 'fixtures/crud/documents/notes.yaml';
const NOTE = { id: 7, title: 'seven', priority: 1, done: false };

async function withMock<T>(act: (mock: Mock<T>) => Promise<void>): Promise<void> {
  const mock = await startMock<T>({ spec: SPEC });
  try {
    await act(mock);
  } finally {
    await mock.close();
  }
}

// The compiler checks what is expected of types; `make check` fails for an error that is expected and does not come.

test('with the types of operations, ids, parameters and bodies are checked', () =>
  withMock<operations>(async (mock) => {
    mock.use('getNote', ({ parameters }) => {
      expectTypeOf(parameters.noteId).toEqualTypeOf<number>();
      return parameters.noteId === 13 ? { status: 404 } : { status: 200, body: { ...NOTE, id: parameters.noteId } };
    });
    mock.once('createNote', async ({ body }) => {
      expectTypeOf(body?.title).toEqualTypeOf<string | undefined>();
      return body?.title === '' ? undefined : { status: 500, body: { code: 500, message: 'out of paper' } };
    });
    mock.use('deleteNote', { status: 204, delayMs: 1 });
    mock.use('listNotes', { body: { items: [NOTE], total: 1 } });
    expect((await fetch(`${mock.url}/notes/13`)).status).toBe(404);
    expect(await (await fetch(`${mock.url}/notes/14`)).json()).toEqual({ ...NOTE, id: 14 });
    expect(await (await fetch(`${mock.url}/notes`)).json()).toEqual({ items: [NOTE], total: 1 });
  }));

test('with the types of paths, an operation is its method and its path', () =>
  withMock<paths>(async (mock) => {
    expectTypeOf<OperationName<paths>>().toEqualTypeOf<
      'GET /notes' | 'POST /notes' | 'GET /notes/{noteId}' | 'PUT /notes/{noteId}' | 'DELETE /notes/{noteId}' | '*'
    >();
    mock.use('GET /notes/{noteId}', { status: 200, body: NOTE });
    expect(await (await fetch(`${mock.url}/notes/7`)).json()).toEqual(NOTE);
  }));

test('records have the type that the caller names', () =>
  withMock<operations>(async (mock) => {
    type Note = components['schemas']['Note'];
    const added = await mock.state.add<Note>('note', { title: 'added' });
    expectTypeOf(added).toEqualTypeOf<Note>();
    expect((await mock.state.list<Note>('note')).map(({ id }) => id)).toContain(added.id);
  }));

test('what the document does not have is an error of the compiler', () => {
  const misuse = (mock: Mock<operations>, byPath: Mock<paths>, untyped: Mock) => {
    // @ts-expect-error: no such operation
    mock.use('getNotes', { status: 404 });
    // @ts-expect-error: no such property
    mock.use('getNote', { status: 200, body: { ...NOTE, id: 'seven' } });
    // @ts-expect-error: no such parameter
    mock.use('getNote', ({ parameters }) => ({ status: 404, delayMs: parameters.nodeId }));
    // @ts-expect-error: an error is no note
    mock.use('getNote', { body: { code: 404, message: 'none' } });
    // @ts-expect-error: the path has no PATCH
    byPath.use('PATCH /notes/{noteId}', { status: 404 });
    untyped.use('anything', { status: 418, body: { anything: true } });
  };
  expect(misuse).toBeTypeOf('function');
});
