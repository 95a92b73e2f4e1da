import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { foldersDocument } from './folders-document.ts';
import { findingsOnMock } from './on-mock.ts';

interface Folder {
  readonly id: string;
  readonly name: string;
  readonly parentId?: string;
}

/** What a service does with its tree. */
interface Tree {
  readonly forbids?: 'nothing' | 'itself' | 'all';
  readonly deletes?: 'itself' | 'children' | 'all' | 'siblings';
  /** True if what is below a folder stays where it was when that is moved. */
  readonly tears?: boolean;
  /** True if folders are at most one below another. */
  readonly isFlat?: boolean;
}

const NONE: Folder = { id: '', name: '' };

function foldersApp({ forbids = 'all', deletes = 'all', tears = false, isFlat = false }: Tree) {
  const folders = new Map<string, Folder>();
  const childrenOf = (id: string) => [...folders.values()].filter((each) => each.parentId === id);
  const climbs = ({ parentId }: Folder, to: string, left = 9): boolean =>
    parentId === to || (left > 0 && climbs(folders.get(parentId ?? '') ?? NONE, to, left - 1));
  const below = (id: string) => [...folders.values()].filter((each) => climbs(each, id));
  const isCycle = (id: string, parentId: unknown) =>
    (forbids !== 'nothing' && parentId === id) || (forbids === 'all' && below(id).some((each) => each.id === parentId));
  const remove = (folder: Folder) => {
    const { id, parentId } = folder;
    const doomed = { itself: [], children: childrenOf(id), all: below(id), siblings: childrenOf(parentId ?? '') }[
      deletes
    ];
    for (const each of [folder, ...doomed]) folders.delete(each.id);
  };
  return async (request: Request): Promise<Response> => {
    const [, , id = '', files] = new URL(request.url).pathname.split('/');
    if (files !== undefined) return new Response(null, { status: 404 });
    const folder = folders.get(id);
    if (id !== '' && !folder) return new Response(null, { status: 404 });
    const sent = Object(await request.json().catch(() => ({})));
    const change = Object.fromEntries(['name', 'parentId'].flatMap((key) => (key in sent ? [[key, sent[key]]] : [])));
    const made = { id: crypto.randomUUID(), ...folder, ...change } as Folder;
    const isName = typeof made.name === 'string' && made.name !== '' && made.name.length <= 40;
    switch (request.method) {
      case 'GET':
        return Response.json(folder ?? [...folders.values()]);
      case 'DELETE':
        if (folder) remove(folder);
        return new Response(null, { status: 204 });
      default:
        if (!isName || (made.parentId !== undefined && !folders.has(made.parentId)))
          return new Response(null, { status: 400 });
        if (isFlat && folders.get(made.parentId ?? '')?.parentId !== undefined)
          return new Response(null, { status: 409 });
        if (isCycle(id, made.parentId)) return new Response(null, { status: 409 });
        if (tears && folder && folder.parentId !== made.parentId)
          for (const { parentId, ...each } of childrenOf(id))
            folders.set(each.id, folder.parentId === undefined ? each : { ...each, parentId: folder.parentId });
        folders.set(made.id, made);
        return Response.json(made, { status: folder ? 200 : 201 });
    }
  };
}

const MOVE = 'With another parent, the folder moves. A folder cannot be moved into itself or below itself.';
const DELETION = 'Deletes the folder and everything below it.';
const NAMES = { folder: 'Any name.', conflict: 'Not possible.' };
const TOLD = foldersDocument({ ...NAMES, tree: { patch: MOVE, delete: DELETION } });
const SILENT = foldersDocument({ ...NAMES });
const OWN = foldersDocument({ ...NAMES, tree: { patch: 'A folder cannot be its own parent.' } });

const found = async (spec: object, tree: Tree) => {
  const options = { suites: ['stateful'], consistency: 0, runs: 0, seed: 1 } as const;
  const { findings } = await verify({
    spec,
    app: foldersApp(tree),
    include: ['/folders', '/folders/{folderId}'],
    ...options,
  });
  return findings.map(({ check, message }) => `${check}: ${message}`);
};
const CYCLE = 'conflict-is-rejected: it puts a folder below itself, which the document calls an error';

test('a record is not put below itself, or below what is below it, where the document says so', async () => {
  expect(await found(TOLD, {})).toEqual([]);
  expect(await found(TOLD, { forbids: 'nothing' })).toEqual([CYCLE]);
  expect(await found(TOLD, { forbids: 'itself' })).toEqual([CYCLE]);
});

test('so it is where the depth of the tree is limited', async () => {
  expect(await found(TOLD, { isFlat: true })).toEqual([]);
  expect(await found(TOLD, { isFlat: true, forbids: 'nothing' })).toEqual([CYCLE]);
});

test('of what the document says nothing is not rejected', async () => {
  expect(await found(OWN, { forbids: 'itself' })).toEqual([]);
  expect(await found(OWN, { forbids: 'nothing' })).toEqual([CYCLE]);
  expect(await found(SILENT, { forbids: 'nothing', deletes: 'itself' })).toEqual([]);
});

test('what is below a record goes with it at any depth, where the document says so', async () => {
  const still = ['delete-removes: a folder is still found below the folder that it deleted'];
  expect(await found(TOLD, { deletes: 'children' })).toEqual(still);
  expect(await found(TOLD, { deletes: 'itself' })).toEqual(still);
});

test('a deletion leaves what is beside and above a record, and a move what is below it', async () => {
  const lost = 'others-are-untouched: a folder is no longer found after the deletion of another folder';
  expect(await found(SILENT, { deletes: 'siblings' })).toContain(lost);
  const torn = 'others-are-untouched: a folder is no longer below the one that was moved';
  expect(await found(SILENT, { tears: true })).toContain(torn);
});

test('the mock keeps what a document says of trees', async () => {
  expect(await findingsOnMock(TOLD)).toEqual([]);
});
