import { isObject, setProperty } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { isDataKeyword } from '../../openapi/bundle/data-keywords.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { isTooLarge } from '../../openapi/schema/smallest-size.ts';
import { encodeData } from './encode-data.ts';
import { isGeneratedQuickly } from './generated-patterns.ts';

/** Members whose own members bear names of the author's choice. */
const NAMED = new Set([
  ...['responses', 'headers', 'content', 'examples', 'encoding', 'links'],
  ...['properties', 'patternProperties', 'dependentSchemas'],
]);
/** What references lead to is in their place. */
const NEEDLESS = new Set(['$defs', 'definitions']);
/** The extension that Prism's generator reads. */
const FAKER = 'x-faker';

/** So many references within each other are followed; fewer where the schema would become too large. */
const LEVELS = [Number.POSITIVE_INFINITY, 8, 5, 3, 2, 1, 0];

/** The name of an example for Prism, which loses `__proto__`. */
export function prismExampleName(name: string): string {
  return name === '__proto__' ? ' __proto__' : name;
}

/** How far a schema is expanded; without limits outside of schemas. */
interface Limits {
  readonly levels: number;
  remaining: number;
}

const WITHOUT: Limits = { levels: Number.POSITIVE_INFINITY, remaining: Number.POSITIVE_INFINITY };

/**
 * Parts of the document with their references followed. A schema that holds itself refers to its place already. Those that hold each
 * other multiply with each level, so that following a few dozen of them to where they recur would not end: what makes a schema too large is
 * left open.
 */
export class ReferenceInliner {
  private readonly document: OpenApiDocument;
  private readonly most: number;
  /** How deep each schema can be followed. */
  private readonly levels = new Map<string, number>();

  /** @param most objects and lists that an expanded schema may be made of */
  constructor(document: OpenApiDocument, most: number) {
    this.document = document;
    this.most = most;
  }

  /** What is at `place`, as it has to be at the pointer `here` of another document. */
  expanded(place: string, here: string): JsonValue {
    return new Expansion(this.document, WITHOUT, (schema, there) => this.schema(schema, there)).at(place, here, 0);
  }

  private schema(place: string, here: string): JsonValue {
    const { pointer } = this.document.resolve(place);
    if (isTooLarge(this.document, pointer, 'response')) return {};
    const known = this.levels.get(pointer);
    for (const levels of known === undefined ? LEVELS : [known]) {
      const limits = { levels, remaining: this.most };
      const schema = new Expansion(this.document, limits).at(place, here, 0);
      this.levels.set(pointer, levels);
      if (limits.remaining >= 0) return schema;
    }
    return {};
  }
}

function isNeedless(name: string): boolean {
  return NEEDLESS.has(name) || (name.startsWith('x-') && name !== FAKER);
}

function isOversizedPattern(name: string, value: JsonValue | undefined): boolean {
  return name === 'pattern' && typeof value === 'string' && !isGeneratedQuickly(value);
}

class Expansion {
  private readonly document: OpenApiDocument;
  private readonly limits: Limits;
  /** Expands a schema; undefined within one. */
  private readonly schema: ((place: string, here: string) => JsonValue) | undefined;
  /** The places of those that hold the present one. */
  private readonly enclosing = new Map<JsonValue, string>();

  constructor(document: OpenApiDocument, limits: Limits, schema?: (place: string, here: string) => JsonValue) {
    this.document = document;
    this.limits = limits;
    this.schema = schema;
  }

  at(place: string, here: string, level: number): JsonValue {
    const chain = this.document.chain(place);
    const target = chain.at(-1) ?? place;
    const value = this.document.at(target) ?? null;
    const inner = level + chain.length - 1;
    if (!Array.isArray(value) && !isObject(value)) return value;
    const known = this.enclosing.get(value);
    if (known !== undefined) return { $ref: known };
    if (this.limits.remaining < 0 || this.limits.remaining-- === 0 || inner > this.limits.levels) return {};
    this.enclosing.set(value, here);
    const found = this.within(target, value, here, inner);
    for (const pointer of chain.slice(0, -1).toReversed()) this.addSiblings(found, pointer, here, inner);
    this.enclosing.delete(value);
    return found;
  }

  private within(
    pointer: string,
    value: JsonValue[] | JsonObject,
    here: string,
    level: number,
  ): JsonValue[] | JsonObject {
    if (Array.isArray(value))
      return value.map((_, index) => this.at(appendTokens(pointer, index), appendTokens(here, index), level));
    const copy: JsonObject = {};
    for (const name of Object.keys(value))
      if (!isNeedless(name) && !isOversizedPattern(name, value[name]))
        setProperty(copy, name, this.property(pointer, name, here, level));
    return copy;
  }

  /** A keyword beside a reference counts if its target does not have it, as it does for Prism. */
  private addSiblings(found: JsonValue[] | JsonObject, pointer: string, here: string, level: number): void {
    const beside = this.document.at(pointer);
    if (!isObject(found) || !isObject(beside)) return;
    for (const name of Object.keys(beside))
      if (name !== '$ref' && !Object.hasOwn(found, name) && !isNeedless(name))
        setProperty(found, name, this.property(pointer, name, here, level));
  }

  private property(pointer: string, name: string, here: string, level: number): JsonValue {
    const [place, there] = [appendTokens(pointer, name), appendTokens(here, name)];
    const value = this.document.at(place) ?? null;
    if (isDataKeyword(name, value) || name === FAKER) return encodeData(value);
    if (name === 'schema' && this.schema) return this.schema(place, there);
    if (!NAMED.has(name) || !isObject(value)) return this.at(place, there, level);
    const copy: JsonObject = {};
    const isExamples = this.schema !== undefined && name === 'examples';
    for (const each of Object.keys(value))
      if (name !== 'patternProperties' || isGeneratedQuickly(each))
        setProperty(
          copy,
          isExamples ? prismExampleName(each) : each,
          this.at(appendTokens(place, each), appendTokens(there, each), level),
        );
    return copy;
  }
}
