import { InputError } from '../errors.ts';
import type { SourceLocation } from '../model.ts';

const MESSAGE = 'schemas refer to one another over too many levels to be read; nest them less deeply';

/** An overflow of the stack as the fault of the document that is walked, at `location`; any other error as it is. */
export function deepDocumentError(error: unknown, location: SourceLocation): unknown {
  const isOverflow = error instanceof RangeError && error.message.includes('call stack');
  return isOverflow ? new InputError(MESSAGE, location) : error;
}
