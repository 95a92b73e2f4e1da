import { UsageError } from '../core/errors.ts';
import type { MockOptions } from '../mock/mock.ts';
import type { ParsedOptions } from './options/options.ts';
import { assertWritable } from './output-files.ts';

/**
 * Reads the options of recordings.
 * @throws {UsageError} for options that exclude each other
 */
export function readRecordOptions(args: ParsedOptions): Pick<MockOptions, 'record' | 'recordSecrets' | 'replay'> {
  const [record, replay] = [args.string('record'), args.string('replay')];
  const recordSecrets = args.flag('record-secrets');
  if (recordSecrets && record === undefined) throw new UsageError('--record-secrets requires --record FILE');
  if (record !== undefined && record === replay)
    throw new UsageError(`--record would replace ${record}, which is replayed: choose another file`);
  if (record !== undefined) assertWritable([{ file: record, option: '--record' }], args);
  return {
    ...(record === undefined ? {} : { record, recordSecrets }),
    ...(replay === undefined ? {} : { replay }),
  };
}
