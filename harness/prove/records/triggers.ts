import type { StoredRecord } from '../../mock/world/records/stored-record.ts';

/** An occasion on which a mutant may misbehave. */
export interface Occasion {
  /** Number of occasions so far, this one included. */
  readonly count: number;
  readonly record: StoredRecord;
}

/** On which occasions a mutant misbehaves. */
export interface Trigger {
  /** Follows the description of what it does, e.g. `, not for the first record`. */
  readonly description: string;
  /** Creates the predicate of one run. */
  create(): (occasion: Occasion, history: RecordHistory) => boolean;
}

/** What has happened to the records of a run. */
export interface RecordHistory {
  /** The records in the order in which they were created. */
  readonly created: readonly StoredRecord[];
  readonly updated: ReadonlySet<StoredRecord>;
}

export const always: Trigger = { description: '', create: () => () => true };

const notForFirstRecord: Trigger = {
  description: ', not for the first record',
  create:
    () =>
    ({ record }, { created }) =>
      created.indexOf(record) > 0,
};

const onlyAfterUpdate: Trigger = {
  description: ', only after an update',
  create:
    () =>
    ({ record }, { updated }) =>
      updated.has(record),
};

const everySecond: Trigger = {
  description: ', every second time',
  create:
    () =>
    ({ count }) =>
      count % 2 === 0,
};

export const TRIGGERS: readonly Trigger[] = [always, notForFirstRecord, onlyAfterUpdate, everySecond];
