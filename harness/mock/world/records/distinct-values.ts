import { isObject } from '../../../core/json/index.ts';
import { appendTokens, getAt, parsePointer } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { seededRandom } from '../../../core/util/random.ts';
import { likeSample } from '../../../generate/plausible/like-sample.ts';
import { topName, words } from '../../../openapi/resources/names.ts';

/** Names of what identifies a record, beside the identifier of its path. */
const IDENTIFIER = /^(id|uuid|guid)$/;
/** What gives access to one record, and so is another one for each. */
const SECRET = /(^| )(token|secret|fingerprint)$|(^| )(api|stream|access|private|secret|upload|license|licence) key$/;
const MAX_ATTEMPTS = 20;
/** So many of the last are known: memory is bounded however many records are created. */
const MAX_GIVEN = 10_000;
/** New numbers are beyond those of the first records. */
const FIRST_NUMBER = 1000;

/** Makes what no two records share, and only the service sets: a second identifier, a secret; the same in each run. */
export class DistinctValues {
  private readonly template: JsonObject;
  private random = seededRandom('distinct values');
  private count = 0;
  private readonly given = new Set<string>();

  /** @param template an example of a record */
  constructor(template: JsonObject) {
    this.template = template;
  }

  /** Begins anew. */
  restart(): void {
    this.random = seededRandom('distinct values');
    this.count = 0;
    this.given.clear();
  }

  /** Returns a value for a new record in the form of the example's. @returns undefined for what records may share */
  next(pointer: string, record: JsonValue, example: JsonValue): JsonValue | undefined {
    if (isObject(example)) return this.within(pointer, record, example);
    const top = words(topName(pointer) ?? '').join(' ');
    const isIdentifier = IDENTIFIER.test(top);
    const isSecret = typeof example === 'string' && SECRET.test(words(parsePointer(pointer).at(-1) ?? '').join(' '));
    if (!isIdentifier && !isSecret) return undefined;
    // JSON:API records may repeat their `id` among the attributes.
    if (isIdentifier && parsePointer(pointer).length > 1 && example === getAt(this.template, '/id'))
      return getAt(record, '/id');
    if (typeof example === 'number') return Number.isSafeInteger(example) ? FIRST_NUMBER + ++this.count : undefined;
    return typeof example === 'string' ? this.text(example) : undefined;
  }

  private within(pointer: string, record: JsonValue, example: JsonObject): JsonObject {
    const member = ([name, value]: [string, JsonValue]) => [
      name,
      this.next(appendTokens(pointer, name), record, value) ?? value,
    ];
    return Object.fromEntries(Object.entries(example).map(member));
  }

  private text(example: string): string | undefined {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const made = likeSample(example, this.random);
      if (made === example || this.given.has(made)) continue;
      if (this.given.size >= MAX_GIVEN) this.given.clear();
      this.given.add(made);
      return made;
    }
    return undefined;
  }
}
