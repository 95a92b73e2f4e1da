import type { JsonValue, Parameter } from '../../core/model.ts';
import type { ReceivedRequest, RequestProblem } from '../../core/received-request.ts';
import type { UploadedFile } from '../../openapi/body/uploaded-files.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { RecordAbove } from './own-children.ts';
import type { RecordPath, StoredRecord } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';
import type { Missing, World, WorldOperation } from './world.ts';

/** A valid request to an operation on records. */
export interface WorldRequest extends WorldOperation {
  readonly path: RecordPath;
  readonly parameters: ReadonlyMap<Parameter, JsonValue>;
  readonly body: JsonValue | undefined;
  /** Undefined if a backend has decided on its conditions. */
  readonly headers: ReceivedRequest['headers'] | undefined;
  /** Finds the user who sends it. */
  readonly sender?: (() => StoredRecord | undefined) | undefined;
  /** The record of the same type that it is below. */
  readonly above?: RecordAbove;
  /** Reads the files that it sends; undefined if they are not known. */
  readonly files?: (() => UploadedFile[]) | undefined;
}

/** What a response is about. */
export type Shown =
  | {
      readonly record: Pick<StoredRecord, 'value' | 'path'>;
      readonly stored: StoredRecord | undefined;
      readonly isNew: boolean;
      /** The type of the record if it is another one than that of the operation. */
      readonly types?: TypeWorld;
    }
  | {
      readonly list: readonly StoredRecord[];
      /** The key of the user whose list it is; undefined if it is the same for all. */
      readonly owner?: string | undefined;
      /** True if these were changed or deleted at once: a response need not show them. */
      readonly isOfChanges?: boolean;
    }
  /** The response has nothing of the records. */
  | undefined;

/** What a request does; nothing is changed before {@link apply}. */
export interface Plan {
  /** Statuses that fit, best first; empty for any success. */
  readonly statuses: readonly number[];
  apply(): Shown;
}

/** Why a request cannot be fulfilled. */
export type Failure = { readonly missing: Missing } | { readonly problem: RequestProblem };

/** Plans what a request to one kind of operation does; undefined if the records have nothing to do with it. */
export type Planner = (world: World, request: WorldRequest, contract: Contract) => Plan | Failure | undefined;

/** Statuses that fit what was done, best first. */
export const STATUSES = {
  created: [201, 200, 202],
  replaced: [200, 204, 202],
  deleted: [204, 200, 202],
} as const;

export function shown(record: StoredRecord, isNew = false): Shown {
  return { record, stored: record, isNew };
}
