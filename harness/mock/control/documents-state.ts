import { InputError, unknownName } from '../../core/errors.ts';
import { isObject } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { MockState } from '../types.ts';
import type { ControlledDocument } from './control-types.ts';
import { documentPathOf } from './served-document.ts';

/** The records of several documents: by the path of the document, and then by type. */
export class DocumentsState implements MockState {
  private readonly documents: readonly ControlledDocument[];

  constructor(documents: readonly ControlledDocument[]) {
    this.documents = documents;
  }

  async all(): Promise<JsonObject> {
    const entries: [string, JsonValue][] = [];
    for (const document of this.documents) entries.push([documentPathOf(document), await document.state.all()]);
    return Object.fromEntries(entries);
  }

  async list(type: string): Promise<JsonObject[]> {
    return this.withType(type).state.list(type);
  }

  async add(type: string, record: JsonObject): Promise<JsonObject> {
    return this.withType(type).state.add(type, record);
  }

  /** Replaces records: by type, or by the path of a document and then by type. */
  async replace(records: JsonObject): Promise<void> {
    const changes = Object.entries(records).map(([name, value]) => {
      const document = this.documents.find((each) => documentPathOf(each) === name);
      if (!document) return { document: this.withType(name), records: { [name]: value } };
      if (!isObject(value)) throw new InputError(`${name} must be an object with an array of records for each type`);
      return { document, records: value };
    });
    for (const change of changes) await change.document.state.replace(change.records);
  }

  reset(): void {
    for (const { state } of this.documents) state.reset();
  }

  private withType(name: string): ControlledDocument {
    const found = this.documents.filter(({ state }) => state.types.some(({ type }) => type.name === name));
    const [first] = found;
    if (first && found.length === 1) return first;
    if (first) throw severalDocuments(found, `records of type ${name}`);
    const known = this.documents.flatMap(({ state }) => state.types.map(({ type }) => type.name));
    throw unknownName(`the mock keeps no records of type ${name}`, name, known, undefined);
  }
}

/** Returns the error for what several documents have. */
export function severalDocuments(documents: readonly ControlledDocument[], what: string): InputError {
  const paths = documents.map(documentPathOf);
  const choices = paths.map((path) => `?document=${path}`).join(' or ');
  return new InputError(`the documents at ${paths.join(' and ')} have ${what}: choose one, over HTTP with ${choices}`);
}
