import { expect, onTestFinished, test } from 'vitest';
import { startMock, verify } from '../../../../harness/index.ts';
import { type AlbumsMistakes, albumsDocument, serveAlbums } from './albums-service.ts';

async function found(target: string, runs?: number): Promise<string[]> {
  const { findings } = await verify({ spec: albumsDocument, target, suites: ['stateful'], consistency: 60, runs });
  return findings.filter(({ severity }) => severity === 'error').map(({ check, operation }) => `${operation} ${check}`);
}

test('attributes and relationships of JSON:API are no reason for findings', async () => {
  expect(await found(await serveAlbums())).toEqual([]);
});

test('the mock keeps attributes that a PATCH does not have, filters by relationships and publishes', async () => {
  const mock = await startMock({ spec: albumsDocument });
  onTestFinished(() => mock.close());
  expect(await found(mock.url)).toEqual([]);
});

test.each<[finding: string, what: string, mistakes: AlbumsMistakes]>([
  ['listArtists list-follows-query', 'ignores a filter in brackets', { ignores: ['filter[genre]'] }],
  ['listArtists list-follows-query', 'ignores the order by an attribute', { ignores: ['sort'] }],
  ['listAlbums list-follows-query', 'ignores the filter by a relationship', { ignores: ['filter[artist]'] }],
  ['publishAlbum conflict-is-rejected', 'publishes an album twice', { publishesTwice: true }],
  ['updateAlbum patch-is-partial', 'clears a relationship that a PATCH does not have', { clearsArtist: true }],
  ['getArtist safe-changes-nothing', 'takes a read for a change', { touches: true }],
  ['createAlbum conflict-is-rejected', 'takes an artist that does not exist', { takesUnknownArtist: true }],
])('%s: a service that %s', async (finding, _, mistakes) => {
  // The systematic sequences are enough.
  expect(await found(await serveAlbums(mistakes), 0)).toContain(finding);
});
