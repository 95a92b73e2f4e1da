import { toPlainNumbers } from '../../core/json/plain-numbers.ts';
import type { JsonObject } from '../../core/model.ts';
import type { MockState } from '../types.ts';

/** The records as tests compare them: a price of 19.90 is the number 19.9. */
export class PlainState implements MockState {
  /** The same records with numbers as they are written. */
  readonly exact: MockState;

  constructor(exact: MockState) {
    this.exact = exact;
  }

  async all(): Promise<JsonObject> {
    return toPlain(await this.exact.all());
  }

  async list(type: string): Promise<JsonObject[]> {
    return (await this.exact.list(type)).map(toPlain);
  }

  async add(type: string, record: JsonObject): Promise<JsonObject> {
    return toPlain(await this.exact.add(type, record));
  }

  replace(records: JsonObject): Promise<void> {
    return this.exact.replace(records);
  }

  reset(): void {
    this.exact.reset();
  }
}

function toPlain(record: JsonObject): JsonObject {
  return toPlainNumbers(record) as JsonObject;
}
