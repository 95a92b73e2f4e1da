import type { OverrideResponse } from './overrides.ts';
import type { FieldReader } from './read-fields.ts';

const MAX_DELAY_MS = 600_000;

/** Reads a response that the user has chosen. @throws {InputError} for a value that no response has */
export function readOverride(fields: FieldReader): OverrideResponse {
  const read = {
    items: fields.list('items'),
    intervalMs: fields.number('intervalMs', 0, MAX_DELAY_MS),
    status: fields.number('status', 200, 599),
    headers: fields.strings('headers'),
    example: fields.string('example'),
    delayMs: fields.number('delayMs', 0, MAX_DELAY_MS),
    abort: fields.boolean('abort'),
    body: fields.value('body'),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
