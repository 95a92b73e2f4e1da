import { UsageError } from '../../core/errors.ts';
import { MAX_ITEMS } from '../../mock/respond/prefer-header.ts';

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

/**
 * Parses `--items`: the length of made-up lists.
 * @throws {UsageError}
 */
export function parseItems(text: string): number {
  if (/^\d{1,4}$/.test(text) && Number(text) <= MAX_ITEMS) return Number(text);
  throw new UsageError(`--items takes a number from 0 to ${MAX_ITEMS}, not "${text}"`);
}

/**
 * Parses `--validate`.
 * @throws {UsageError}
 */
export function parseValidate(text = 'reject'): 'reject' | 'warn' {
  if (text === 'reject' || text === 'warn') return text;
  throw new UsageError(`--validate takes reject or warn, not "${text}"`);
}
