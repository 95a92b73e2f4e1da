import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { SchemaRepair } from '../../generate/values/repair/repair-value.ts';
import type { UploadedFile } from '../../openapi/body/uploaded-files.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { Reference, ResourceType } from '../../openapi/resources/model.ts';
import type { ChildCounts } from './child-counts.ts';
import type { PlacedValue, Trust } from './records/draft.ts';
import type { MemoryLimit } from './records/memory-limit.ts';
import type { RecordOrigin, RecordPath, StoredRecord } from './records/stored-record.ts';
import type { ExampleRecord } from './seed/example-records.ts';

/** What a type needs of the world around it. */
export interface TypeContext {
  readonly contract: Contract;
  readonly memory: MemoryLimit;
  readonly counts: ChildCounts;
  readonly nextSequence: () => number;
  /** Whether a user has the first records; undefined where all have the same. */
  readonly isFirstUser: ((user: string) => boolean) | undefined;
  /** All of the document. */
  readonly types: readonly ResourceType[];
  /** Finds the records that a record at a path may refer to. */
  readonly findTargets: (reference: Pick<Reference, 'resource'>, path: RecordPath) => readonly StoredRecord[];
}

/** What is known of a type once its examples are read. */
export interface TypeExamples {
  readonly repair: SchemaRepair;
  /** An example of a record. */
  readonly template: JsonObject;
  readonly records: readonly ExampleRecord[];
  /** True if the records are from the document or from seed data; others refer to records that are there. */
  readonly isDocumented: boolean;
  /** Makes up a value of a schema, by a key. */
  readonly madeUp: (schema: string, key: string) => JsonValue | undefined;
  /** Makes up another record, by its key. @returns undefined if records are to be as the template */
  readonly makeUp: ((key: string, index: number) => JsonValue | undefined) | undefined;
}

/** What the client sent for a new record. */
export interface NewRecord {
  readonly value: JsonObject;
  readonly origin: RecordOrigin;
  /** Identifiers in the path of the request: of the records above, and of the record itself if the client chooses it. */
  readonly path: RecordPath;
  readonly trust?: Trust;
  /** Where it names another record by the path of the request. */
  readonly placed?: readonly PlacedValue[] | undefined;
  /** The first of those that the client sent with it. */
  readonly file?: UploadedFile | undefined;
}
