import { UsageError } from '../../core/errors.ts';

/**
 * Parses `--delay`: `200` or `50-400`, in milliseconds.
 * @throws {UsageError}
 */
export function parseDelay(text: string): { min: number; max: number } {
  const match = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text);
  const min = Number(match?.[1]);
  const max = Number(match?.[2] ?? match?.[1]);
  if (match && min <= max) return { min, max };
  throw new UsageError(`--delay takes milliseconds like 200, or a range like 50-400, not "${text}"`);
}

/**
 * Parses `--fail`: a fraction from 0 to 1.
 * @throws {UsageError}
 */
export function parseProbability(text: string): number {
  if (/^(0|1|0?\.\d+|1\.0+)$/.test(text)) return Number(text);
  throw new UsageError(`--fail takes a fraction from 0 to 1 like 0.1, not "${text}"`);
}
