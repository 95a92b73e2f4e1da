import { UsageError } from '../../core/errors.ts';
import { MAX_ITEMS } from '../../mock/respond/prefer-header.ts';
import type { StreamOptions } from '../../mock/respond/stream-options.ts';
import type { OptionTable, ParsedOptions } from './options.ts';

/** Options of the streams of the mock. */
export const streamOptions: OptionTable = {
  'stream-items': { type: 'string', value: 'NUMBER', help: 'items of a stream, or endless (default: 3)' },
  'stream-interval': {
    type: 'string',
    value: 'TIME',
    help: 'time between two items of a stream, e.g. 500ms (default: 0)',
  },
};

/**
 * Reads the options of the streams of the mock.
 * @throws {UsageError}
 */
export function readStreamOptions(args: ParsedOptions): StreamOptions {
  const items = args.string('stream-items');
  const intervalMs = args.duration('stream-interval');
  return {
    ...(items === undefined ? {} : { items: parseCount(items) }),
    ...(intervalMs === undefined ? {} : { intervalMs }),
  };
}

function parseCount(text: string): number | 'endless' {
  if (text === 'endless') return text;
  if (/^\d{1,4}$/.test(text) && Number(text) <= MAX_ITEMS) return Number(text);
  throw new UsageError(`--stream-items takes a number from 0 to ${MAX_ITEMS}, or endless, not "${text}"`);
}
