import { describe, expect, test } from 'vitest';
import { resolveOptions } from '../../harness/runner/settings/options.ts';
import { PETS } from '../cli/petstore.ts';
import { contractHere } from '../e2e/program.ts';

describe('the seed', () => {
  test('is 1 by default, so that the same inputs give the same verdict', async () => {
    const { out } = await contractHere(['verify', PETS, '--suite', 'examples']);
    expect(out).toMatch(/; seed 1\)/);
    expect(resolveOptions({ spec: PETS }).seed).toBe(1);
  });

  test('is generated and printed with --seed random', async () => {
    const { code, out } = await contractHere(['verify', PETS, '--suite', 'examples', '--seed', 'random', '--quiet']);
    const [, seed] = /, seed (\d+)\n$/.exec(out) ?? [];
    expect([code, Number(seed) > 1]).toEqual([0, true]);
    expect(resolveOptions({ spec: PETS, seed: 'random' }).seed).not.toBe(
      resolveOptions({ spec: PETS, seed: 'random' }).seed,
    );
  });

  test('of a shard is the same for all of them', async () => {
    const { code, err } = await contractHere(['verify', PETS, '--shard', '1/2', '--seed', 'random']);
    expect([code, err]).toEqual([2, '--shard needs the same --seed for every shard, not random\n']);
  });
});
