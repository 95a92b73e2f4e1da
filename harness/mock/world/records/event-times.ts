import { jsonEqual } from '../../../core/json/equal.ts';
import { getOwn, isObject } from '../../../core/json/index.ts';
import { getAt, removeAt, replaceAt } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { eventOf, isAbout, isRare } from '../../../generate/plausible/events.ts';
import { topName, words } from '../../../openapi/resources/names.ts';
import { allowsNumbers } from '../../../openapi/schema/instance-types.ts';
import type { Draft } from './draft.ts';
import { type RecordShape, type Stamp, topPointer } from './record-shape.ts';
import { stampValues } from './stamp-values.ts';

/** The time of something that happens to records after their creation. */
interface EventTime {
  readonly event: string;
  readonly stamp: Stamp;
}

/** What decides about the values of records. */
interface Rules {
  readonly isValidAt: (pointer: string, value: JsonValue) => boolean;
  /** True for what the response to a creation must have. */
  readonly isRequired: (name: string) => boolean;
  /** The enum of a property. */
  readonly listedAt: (pointer: string) => readonly JsonValue[];
}

/** An enumerated property, such as a status. */
interface Status {
  readonly pointer: string;
  readonly listed: readonly string[];
  /** True if records go through its values in their order, as from paid to shipped; an alphabet is none. */
  readonly isOrdered: boolean;
}

/** Where a record is beside an event: it may have gone on from it, as an order that was paid and is shipped. */
type Position = 'before' | 'at' | 'after';

/** What happens to a record whenever a client changes something of it. */
const EDITED = 'edited';

/** Keeps the times of what happens to records, such as `archivedAt` beside a status or a flag `archived`. */
export class EventTimes {
  private readonly times: readonly EventTime[];
  /** Flags of records that were edited. */
  private readonly editedFlags: readonly string[];
  private readonly statuses: readonly Status[];
  private readonly serverSet: ReadonlySet<string>;
  private readonly rules: Rules;

  constructor({ representation, serverSet, stamps }: RecordShape, rules: Rules) {
    this.rules = rules;
    this.serverSet = new Set(serverSet);
    this.editedFlags = representation.properties.flatMap(({ pointer, types }) =>
      types.includes('boolean') && this.serverSet.has(pointer) && isAbout(topName(pointer) ?? '', EDITED)
        ? pointer
        : [],
    );
    this.statuses = representation.properties.flatMap(({ pointer, enumerated }) => {
      const listed =
        enumerated && topName(pointer) !== undefined
          ? rules.listedAt(pointer).filter((each) => typeof each === 'string')
          : [];
      const isOrdered = String(listed) !== String(listed.toSorted());
      return listed.length === 0 ? [] : [{ pointer, listed, isOrdered }];
    });
    const others = new Set(stamps.map(({ pointer }) => pointer));
    this.times = representation.properties.flatMap(({ pointer, types, format }) => {
      const event = this.serverSet.has(pointer) && !others.has(pointer) ? eventOf(topName(pointer) ?? '') : undefined;
      const isNumber = allowsNumbers(types);
      return event === undefined ? [] : [{ event, stamp: { pointer, when: 'updated', isNumber, format } }];
    });
  }

  /** Returns a record with the times of what has happened to it by now, and without those of what has not. */
  update(record: JsonValue, { value, previous }: Pick<Draft, 'value' | 'previous'>, now: Date): JsonValue {
    if (this.times.length + this.editedFlags.length === 0) return record;
    const isEdited = this.isEdited(value, previous);
    const flagged = isEdited ? this.editedFlags.reduce((flags, each) => replaceAt(flags, each, true), record) : record;
    return this.times.reduce((updated, { event, stamp }) => {
      const { pointer } = stamp;
      const isEdit = isEdited && event === EDITED;
      const position = isEdit ? 'at' : this.positionOf(updated, event);
      // A change that has nothing to do with it, or goes on from it, leaves it as it is; so does one that sets it.
      const isDecided = previous
        ? (!isEdit && (position === 'after' || position === this.positionOf(previous, event))) ||
          !jsonEqual(getAt(value, pointer) ?? null, getAt(previous, pointer) ?? null)
        : getAt(value, pointer) !== undefined;
      if (isDecided) return updated;
      if (position !== 'at') return this.without(updated, pointer);
      const context = { record: updated, before: undefined, example: getAt(record, pointer), now };
      const happened = stampValues(stamp, context).find((each) => this.rules.isValidAt(pointer, each));
      return happened === undefined ? updated : replaceAt(updated, pointer, happened);
    }, flagged);
  }

  private positionOf(record: JsonValue, event: string): Position {
    if (hasHappened(event, record)) return 'at';
    const hasGoneOn = this.statuses.some(({ pointer, listed, isOrdered }) => {
      const index = listed.findIndex((each) => isAbout(each, event));
      const value = getAt(record, pointer);
      if (index === -1 || typeof value !== 'string') return false;
      return isRare(words(value).join('')) || (isOrdered && listed.indexOf(value) > index);
    });
    return hasGoneOn ? 'after' : 'before';
  }

  /** True if a change is one of what clients set. */
  private isEdited(value: JsonObject, previous: JsonObject | undefined): boolean {
    if (previous === undefined) return false;
    const isOther = (name: string) => !jsonEqual(getOwn(value, name) ?? null, getOwn(previous, name) ?? null);
    return Object.keys(value).some((name) => !this.serverSet.has(topPointer(name)) && isOther(name));
  }

  private without(record: JsonValue, pointer: string): JsonValue {
    if (this.rules.isValidAt(pointer, null)) return replaceAt(record, pointer, null);
    const isKept = this.rules.isRequired(topName(pointer) ?? '') || getAt(record, pointer) === undefined;
    return isKept ? record : removeAt(record, pointer);
  }
}

/** True if a flag or a word of a record, such as its status, says that something has happened to it. */
function hasHappened(event: string, record: JsonValue): boolean {
  return (
    isObject(record) &&
    Object.entries(record).some(([name, value]) =>
      typeof value === 'string' ? isAbout(value, event) : value === true && isAbout(name, event),
    )
  );
}
