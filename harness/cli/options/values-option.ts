import { UsageError } from '../../core/errors.ts';
import { isObject, setProperty } from '../../core/json/index.ts';
import type { JsonObject } from '../../core/model.ts';
import { cloneWithLocations } from '../../openapi/source/origins.ts';
import type { OptionValue, ParsedOptions } from './options.ts';

/**
 * Returns the known values of the config file with those of `--value`, which win.
 * @throws {UsageError} for a flag that is not of the form `[OPERATION:]NAME=VALUE`
 */
export function readValues(args: ParsedOptions): JsonObject {
  const copy = cloneWithLocations(args.section('values') ?? {});
  const values: JsonObject = isObject(copy) ? copy : {};
  for (const flag of args.allOf('value') ?? []) addFlag(values, flag);
  return values;
}

/** A name may have a colon; of several, the last one separates it from the operation. */
function addFlag(values: JsonObject, { text, from }: OptionValue): void {
  const [, operation, name, value] = /^(?:([^=]*):)?([^=:]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`${from} takes NAME=VALUE or OPERATION:NAME=VALUE, not "${text}"`);
  if (operation === undefined) {
    setProperty(values, name, value);
    return;
  }
  const own = Object.hasOwn(values, operation) ? values[operation] : undefined;
  const copy: JsonObject = isObject(own) ? own : {};
  setProperty(copy, name, value);
  setProperty(values, operation, copy);
}
