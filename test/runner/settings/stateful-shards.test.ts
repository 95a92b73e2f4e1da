import { expect, test } from 'vitest';
import { verify } from '../../../harness/index.ts';
import { albumsDocument, serveAlbums } from '../suites/stateful/albums-service.ts';

test('each resource type is led through its life by one shard', async () => {
  const target = await serveAlbums();
  const listed = async (number: number) => {
    const shard = { number, count: 2 };
    const options = { spec: albumsDocument, target, suites: ['stateful'] as const, shard, runs: 0, consistency: 60 };
    const { operations } = await verify(options);
    return operations.filter(({ id, sent }) => sent > 0 && /^list/.test(id)).map(({ id }) => id);
  };
  const shards = [await listed(1), await listed(2)];
  expect(shards.map((lists) => lists.length)).toEqual([1, 1]);
  expect(new Set(shards.flat())).toEqual(new Set(['listArtists', 'listAlbums']));
});
