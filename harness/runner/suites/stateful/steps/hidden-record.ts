import { isObject, stringifyJson } from '../../../../core/json/index.ts';
import { getAt, parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { hides } from '../../../../generate/values/visible-value.ts';
import type { OpenApiDocument } from '../../../../openapi/document.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { saysListed } from '../../../../openapi/resources/prose/filters.ts';
import { isDone } from '../../../pool/journal.ts';
import type { Subject } from './sequence.ts';

/** Which reads and lists may leave a record out for what it was sent, such as `archived: true` or `status: deleted`. */
export class HiddenRecords {
  /** By operation, what it has shown of records nonetheless. */
  private readonly shown = new Map<ResourceOperation, Set<string>>();
  private readonly document: OpenApiDocument;

  constructor(document: OpenApiDocument) {
    this.document = document;
  }

  /** Remembers what an operation shows of a record: it does not hide others for the same. */
  see(operation: ResourceOperation, record: JsonValue, { expected }: Subject): void {
    const values = expected.map(({ pointer }) => [nameOf(pointer), getAt(record, pointer) ?? null] as const);
    const known = this.shown.get(operation) ?? [];
    this.shown.set(operation, new Set([...known, ...hidingValues(values).map(textOf)]));
  }

  /** Whether an operation may hide a record: it has something that the operation has shown of no record, and of which the document says nothing. */
  mayHide(operation: ResourceOperation | undefined, { record, expected }: Subject): boolean {
    const known = operation && this.shown.get(operation);
    const shown = expected.map(({ pointer, value }) => [nameOf(pointer), value] as const);
    const names = new Set(shown.map(([name]) => name));
    const bodies = [record.sent, ...record.changes.filter(isDone).map(({ spec }) => spec.body)];
    const sent = bodies.flatMap((body) => (isObject(body) ? Object.entries(body) : []));
    const unseen = hidingValues([...shown, ...sent.filter(([name]) => !names.has(name))]);
    return unseen.some((value) => !known?.has(textOf(value)) && !this.isTold(operation, value));
  }

  private isTold(called: ResourceOperation | undefined, [name, value]: NamedValue): boolean {
    return called !== undefined && saysListed(this.document, called.operation, value === true ? name : String(value));
  }
}

type NamedValue = readonly [name: string, value: JsonValue];

function nameOf(pointer: string): string {
  return parsePointer(pointer).at(-1) ?? '';
}

function hidingValues(values: readonly NamedValue[]): NamedValue[] {
  return values.filter(([name, value]) => hides(name, value));
}

function textOf([name, value]: NamedValue): string {
  return `${name}: ${stringifyJson(value)}`;
}
