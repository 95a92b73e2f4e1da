import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { joinSignals } from '../../../harness/core/util/join-signals.ts';

test('a joined signal ends all that wait with it, however many, without a warning of a leak', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const warnings: string[] = [];
  const warn = ({ name }: Error): number => warnings.push(name);
  process.on('warning', warn);
  const signal = joinSignals(first.signal, second.signal);
  const waiting = Array.from({ length: 50 }, () => pause(60_000, undefined, { signal }));
  const aborted = once(signal, 'abort');
  second.abort();
  await aborted;
  const ends = await Promise.allSettled(waiting);
  await pause(0);
  process.off('warning', warn);

  expect(ends.map(({ status }) => status)).toEqual(waiting.map(() => 'rejected'));
  expect(warnings).toEqual([]);
});
