import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { ExpectedProperty } from './expected-properties.ts';
import type { Sequence } from './sequence.ts';
import { isVolatile } from './volatile.ts';

/** What a read shows of a record that does not change without a request. */
export function constantProperties({ reader }: Sequence, record: JsonValue): ExpectedProperty[] {
  const leaves = (reader?.response?.properties ?? []).filter(
    ({ pointer, types }) => !pointer.includes('/*') && !types.includes('object') && !types.includes('array'),
  );
  return leaves.flatMap(({ pointer }) => {
    const value = isVolatile(pointer) ? undefined : getAt(record, pointer);
    return value === undefined ? [] : [{ pointer, value, initial: undefined }];
  });
}
