import { isObject } from '../../../core/json/index.ts';
import { hasParent, replaceAt } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { RecordRepresentation } from '../../../openapi/resources/representations/record-representation.ts';
import { pathName, type RecordPath, type StoredRecord } from '../records/stored-record.ts';
import { recordsIn } from '../seed/example-records.ts';
import type { TypeWorld } from '../type-world.ts';

/** How many made-up records are asked for beyond those that are shown, since some have the identifiers of others. */
export const SPARE_ITEMS = 50;

export interface SizedList {
  readonly count: number;
  readonly records: readonly StoredRecord[];
  readonly path: RecordPath;
  /** A body with made-up records, and where it has them. */
  readonly body: JsonValue | undefined;
  readonly representation: RecordRepresentation | undefined;
}

/** A list of a certain length for one response: of the records that are there, and of others that nobody keeps. */
export function sizedList(types: TypeWorld, { count, records, path, body, representation }: SizedList): StoredRecord[] {
  const list = records.slice(0, count);
  const known = new Set(records.map(({ key }) => key));
  let sequence = records.at(-1)?.sequence ?? 0;
  for (const { value, identifiers } of body === undefined ? [] : recordsIn(body, representation)) {
    if (list.length >= count) break;
    const own = [...identifiers].map(([name, each]) => [pathName(types.type.name, name), each] as const);
    const whole = new Map([...path, ...own]);
    const key = types.paths.keyIn(whole) ?? '';
    if (key !== '' && (known.has(key) || types.store.get(key))) continue;
    known.add(key);
    const places = types.placesOf(whole).filter(([pointer]) => hasParent(value, pointer));
    const shown = places.reduce<JsonValue>((left, [pointer, placed]) => replaceAt(left, pointer, placed), value);
    list.push({
      ...{
        key,
        scope: '',
        path: whole,
        origin: 'made-up',
        value: isObject(shown) ? shown : value,
        isChanged: false,
        store: undefined,
        size: 0,
        valid: undefined,
        shown: [],
      },
      sequence: ++sequence,
    });
  }
  return list;
}
