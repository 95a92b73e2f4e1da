import { isInteger, isNumber, toDecimal, toJsonNumber } from '../../../core/json/decimal.ts';
import type { JsonValue } from '../../../core/model.ts';
import { seededRandom } from '../../../core/util/random.ts';
import { likeSample } from '../../../generate/plausible/like-sample.ts';
import type { Identifier } from '../../../openapi/resources/model.ts';
import { allowsNumbers } from '../../../openapi/schema/instance-types.ts';

const MAX_ATTEMPTS = 200;
const MAX_STEPS = 50n;
/** RFC 9562 section 5.4. */
const UUID_V4 = 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx';
/** Greater numbers are no identifiers that others follow. */
const MAX_EXPONENT = 30;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface IdentifierRules {
  readonly identifier: Identifier;
  /** True if its schemas accept a value. */
  readonly isValid: (value: JsonValue) => boolean;
  readonly isFree: (value: JsonValue) => boolean;
  /** Text that people would read in it, e.g. a title for a slug. */
  readonly title: string | undefined;
  /** Makes up values for its schemas, e.g. for a pattern that samples do not show. */
  readonly makeUp: (key: string) => readonly JsonValue[];
}

/** Generates the identifiers of new records, in the style of those that are known, the same in each run. */
export class IdentifierGenerator {
  private readonly random: () => number;
  private highest: number | bigint = 0;
  /** No number below it is tried again. */
  private lowest = 1n;
  private sample: string | undefined;

  constructor(seed: string) {
    this.random = seededRandom(seed);
  }

  /** Learns from an identifier of a record. */
  observe(value: JsonValue): void {
    if (typeof value === 'number' && Number.isSafeInteger(value)) {
      if (value > this.highest) this.highest = value;
    } else if (isNumber(value)) {
      const { m, e } = toDecimal(value);
      if (!isInteger({ m, e }) || e > MAX_EXPONENT) return;
      const number = m * 10n ** BigInt(e);
      if (number > this.highest) this.highest = number;
    } else if (typeof value === 'string' && value !== 'string') this.sample ??= value;
  }

  /** The number that follows the greatest one; undefined if the next identifier takes more than that to find. */
  following({ types }: Identifier): number | undefined {
    const isNumber = allowsNumbers(types);
    return isNumber && typeof this.highest === 'number' && this.highest < Number.MAX_SAFE_INTEGER
      ? this.highest + 1
      : undefined;
  }

  /** @returns an identifier of a record that exists if no other is found; undefined if the schema has no value */
  next(rules: IdentifierRules): JsonValue | undefined {
    let attempts = 0;
    let taken: JsonValue | undefined;
    for (const candidate of this.candidates(rules)) {
      if (rules.isValid(candidate)) {
        if (rules.isFree(candidate)) {
          this.observe(candidate);
          return candidate;
        }
        taken ??= candidate;
      }
      if (++attempts >= MAX_ATTEMPTS) break;
    }
    return taken;
  }

  private *candidates({ identifier, title, makeUp }: IdentifierRules): Generator<JsonValue> {
    const { types, format, name } = identifier;
    if (allowsNumbers(types)) {
      for (let step = 1n; step < MAX_STEPS; step++) yield toJsonNumber(BigInt(this.highest) + step);
      // Somebody has read the greatest number: from the lowest on there are others.
      for (let small = 1; small < MAX_ATTEMPTS; small++) yield toJsonNumber(this.lowest++);
    }
    if (!types.includes('string') && types.length > 0) return;
    if (title !== undefined && /slug/i.test(name)) yield* numbered(slug(title));
    if (format === 'uuid' || this.sample === undefined || UUID.test(this.sample)) yield this.uuid();
    if (this.sample !== undefined) for (let each = 0; each < 50; each++) yield likeSample(this.sample, this.random);
    for (let each = 0; each < 10; each++) yield this.uuid();
    for (let each = 0; each < 20; each++) yield* makeUp(String(this.random()));
    for (let number = 1n; ; number++) yield String(BigInt(this.highest) + number);
  }

  private uuid(): string {
    return UUID_V4.replace(/x/g, () => Math.floor(this.random() * 16).toString(16));
  }
}

function slug(title: string): string {
  const text = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return text === '' ? 'record' : text.slice(0, 60);
}

function* numbered(text: string): Generator<string> {
  yield text;
  for (let number = 2; number < MAX_ATTEMPTS / 2; number++) yield `${text}-${number}`;
}
