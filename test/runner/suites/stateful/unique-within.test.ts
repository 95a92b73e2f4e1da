import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { foldersDocument, type NamesTold } from './folders-document.ts';
import { findingsOnMock } from './on-mock.ts';

interface Stored {
  readonly id: string;
  readonly above: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What makes a value taken: that of another one beside it, or of any. */
type Scope = 'beside' | 'all';

function foldersApp(scopes: { readonly folders?: Scope; readonly files?: Scope }) {
  const stored = new Map<string, Stored>();
  const status = (code: number) => new Response(null, { status: code });
  return async (request: Request): Promise<Response> => {
    const [, , folder = '', , file] = new URL(request.url).pathname.split('/');
    const isFile = request.url.includes('/files');
    const id = isFile ? file : folder;
    if (isFile && !stored.has(folder)) return status(404);
    const own = id ? stored.get(id) : undefined;
    if (id && (!own || (isFile && own.above !== folder))) return status(404);
    if (request.method === 'DELETE') return status(stored.delete(id ?? '') ? 204 : 404);
    if (own && request.method === 'GET') return Response.json(own.value);
    if (request.method === 'GET')
      return Response.json(
        ofKind(stored, isFile)
          .filter((each) => !isFile || each.above === folder)
          .map(({ value }) => value),
      );
    const sent = { ...own?.value, ...JSON.parse((await request.text()) || '{}') };
    const name = isFile ? 'title' : 'name';
    if (typeof sent[name] !== 'string' || sent[name] === '') return status(400);
    if (!isFile && sent.parentId !== undefined && !stored.has(sent.parentId)) return status(404);
    const above = isFile ? folder : String(sent.parentId);
    const scope = isFile ? scopes.files : scopes.folders;
    const isTaken = ofKind(stored, isFile).some(
      (each) => each.id !== own?.id && each.value[name] === sent[name] && (scope === 'all' || each.above === above),
    );
    if (isTaken) return status(409);
    const value = { ...sent, id: own?.id ?? crypto.randomUUID() };
    stored.set(value.id, { id: value.id, above, value });
    return Response.json(value, { status: own ? 200 : 201 });
  };
}

function ofKind(stored: ReadonlyMap<string, Stored>, isFile: boolean): Stored[] {
  return [...stored.values()].filter(({ value }) => 'title' in value === isFile);
}

const TOLD = { file: 'The title is unique within the folder.' };

async function found(scopes: Parameters<typeof foldersApp>[0], told: NamesTold = TOLD) {
  const options = { suites: ['stateful'], consistency: 0, runs: 0 } as const;
  const { findings } = await verify({ spec: foldersDocument(told), app: foldersApp(scopes), ...options });
  return findings.filter(({ check }) => check === 'values-stay-unique').map(({ message }) => message);
}

const say = (name: string, of: string) =>
  `it rejects the ${name} of ${of} below another folder, within which the document calls it unique`;

test('a value that is unique within a record above may be that of one below another', async () => {
  expect(await found({ files: 'all' })).toEqual([say('title', 'a file')]);
  expect(await found({ folders: 'all' })).toEqual([say('name', 'a folder')]);
  expect(await found({})).toEqual([]);
});

test('the mock takes it there', async () => {
  expect(await findingsOnMock(foldersDocument(TOLD))).toEqual([]);
});

test.each<NamesTold>([
  { folder: 'Unique.', file: 'The title is unique.' },
  { folder: 'Unique among all folders.', file: 'The title is unique within the folder and the month.' },
  { folder: 'Unique within the organisation.', file: 'The title is not unique within the folder.' },
  { folder: 'Unique among the folders with the same owner.', file: 'The title is usually unique within the folder.' },
  { folder: 'Unique within its parent. It is unique in all folders.', file: 'The title is unique within the file.' },
])('nothing is claimed where the document does not say so: %o', async (told) => {
  expect(await found({ folders: 'all', files: 'all' }, told)).toEqual([]);
});

test.each<NamesTold>([
  { folder: 'Unique within its parent.', file: 'A title is unique per folder.' },
  { folder: 'Unique within the parent folder.', file: 'The title has to be unique in its folder.' },
])('each form of the sentence is read: %o', async (told) => {
  expect(await found({ folders: 'all', files: 'all' }, told)).toEqual([
    say('name', 'a folder'),
    say('title', 'a file'),
  ]);
});
