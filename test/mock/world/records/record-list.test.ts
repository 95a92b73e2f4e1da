import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecordList } from '../../../../harness/mock/world/records/record-list.ts';
import type { StoredRecord } from '../../../../harness/mock/world/records/stored-record.ts';

const COUNT = 40;
const records = Array.from({ length: COUNT }, (_, sequence) => ({ sequence }) as StoredRecord);
const action = fc.record({ index: fc.nat(COUNT - 1), reads: fc.boolean() });

test('has what was added and not removed, whatever was added again', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 200 }), (actions) => {
      const list = new RecordList();
      let model: StoredRecord[] = [];
      for (const { index, reads } of actions) {
        const record = records[index] as StoredRecord;
        if (model.includes(record)) {
          list.remove(record);
          model = model.filter((each) => each !== record);
        } else {
          list.add(record);
          model.push(record);
        }
        if (reads) expect(list.records).toEqual(model);
        expect(list.size).toBe(model.length);
      }
      expect(list.records).toEqual(model);
    }),
  );
});
