import { parsePointer } from '../../../../core/json/pointer.ts';
import { words } from '../../../../openapi/resources/names.ts';

const VOLATILE = /time|date|\bat$|version|revision|etag|count|views|hits|seen|expires/;

/** Whether a property may change without a request, by its name. */
export function isVolatile(pointer: string): boolean {
  return VOLATILE.test(words(parsePointer(pointer).at(-1) ?? '').join(' '));
}
