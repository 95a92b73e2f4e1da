import { isObject } from '../../../core/json/index.ts';
import { appendTokens, getAt, replaceAt } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';

/** Objects that links are in, as in HAL and JSON:API, and the links. */
const MAX_DEPTH = 3;

/** A URL in an example that names the record of the example. */
interface SelfLink {
  readonly pointer: string;
  readonly text: string;
  /** All but the identifier. */
  readonly prefix: string;
}

/** Makes the URLs of an example that end with the identifier of its record name another record. */
export class SelfLinks {
  private readonly links: readonly SelfLink[];

  /** @param identifier of the record in the example */
  constructor(example: JsonValue, identifier: JsonValue | undefined) {
    const isText = typeof identifier === 'string' || typeof identifier === 'number';
    this.links = isText && isObject(example) ? [...linksIn(example, String(identifier), '', 0)] : [];
  }

  /** Returns a value that has URLs of the example with those of a record; other URLs stay. */
  update(value: JsonValue, identifier: JsonValue | undefined): JsonValue {
    if (this.links.length === 0 || identifier === undefined) return value;
    return this.links.reduce<JsonValue>(
      (changed, { pointer, text, prefix }) =>
        getAt(changed, pointer) === text
          ? replaceAt(changed, pointer, prefix + encodeURIComponent(String(identifier)))
          : changed,
      value,
    );
  }
}

function* linksIn(example: JsonObject, identifier: string, owner: string, depth: number): Generator<SelfLink> {
  for (const [name, value] of Object.entries(example)) {
    const pointer = appendTokens(owner, name);
    if (isObject(value) && depth + 1 < MAX_DEPTH) yield* linksIn(value, identifier, pointer, depth + 1);
    if (typeof value !== 'string' || !/^(https?:\/)?\//.test(value) || !value.endsWith(`/${identifier}`)) continue;
    yield { pointer, text: value, prefix: value.slice(0, -identifier.length) };
  }
}
