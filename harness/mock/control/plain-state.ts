import { toPlainNumbers } from '../../core/json/plain-numbers.ts';
import type { JsonObject } from '../../core/model.ts';
import type { MockState } from '../types.ts';

/** The records as tests compare them: a price of 19.90 is the number 19.9. */
export function plainState(state: MockState): MockState {
  const plain = (record: JsonObject) => toPlainNumbers(record) as JsonObject;
  return {
    all: async () => plain(await state.all()),
    list: async (type) => (await state.list(type)).map(plain),
    add: async (type, record) => plain(await state.add(type, record)),
    replace: (records) => state.replace(records),
    reset: () => state.reset(),
  };
}
