import { isObject, stringifyJson } from '../../../../core/json/index.ts';
import { getAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { hides } from '../../../../generate/values/visible-value.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isDone } from '../../../pool/journal.ts';
import type { Subject } from './sequence.ts';

/** Which reads and lists may leave a record out for what it was sent, such as `archived: true` or `status: deleted`. */
export class HiddenRecords {
  /** By operation, what it has shown of records nonetheless. */
  private readonly shown = new Map<ResourceOperation, Set<string>>();

  /** Remembers what an operation shows of a record: it does not hide others for the same. */
  see(operation: ResourceOperation, record: JsonValue, { expected }: Subject): void {
    const values = expected.map(({ pointer }) => [nameOf(pointer), getAt(record, pointer) ?? null] as const);
    const known = this.shown.get(operation) ?? [];
    this.shown.set(operation, new Set([...known, ...hidingValues(values)]));
  }

  /** Whether an operation may hide a record: it was sent something that the operation has shown of no record. */
  mayHide(operation: ResourceOperation | undefined, { record, expected }: Subject): boolean {
    const known = operation && this.shown.get(operation);
    const shown = expected.map(({ pointer, value }) => [nameOf(pointer), value] as const);
    const names = new Set(shown.map(([name]) => name));
    const bodies = [record.sent, ...record.changes.filter(isDone).map(({ spec }) => spec.body)];
    const sent = bodies.flatMap((body) => (isObject(body) ? Object.entries(body) : []));
    const unseen = hidingValues([...shown, ...sent.filter(([name]) => !names.has(name))]);
    return unseen.some((value) => !known?.has(value));
  }
}

function nameOf(pointer: string): string {
  return parsePointer(pointer).at(-1) ?? '';
}

function hidingValues(values: readonly (readonly [string, JsonValue])[]): string[] {
  return values.flatMap(([name, value]) => (hides(name, value) ? [`${name}: ${stringifyJson(value)}`] : []));
}
