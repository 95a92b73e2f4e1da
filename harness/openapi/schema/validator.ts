import { isObject } from '../../core/json/index.ts';
import type { Direction, JsonValue } from '../../core/model.ts';
import { RecentMap } from '../../core/util/recent-map.ts';
import type { OpenApiDocument } from '../document.ts';
import {
  describeViolation,
  EvaluationContext,
  type Keyword,
  type KeywordContext,
  type ValidateFn,
  type Validity,
  type Violation,
  violation,
} from './keyword.ts';
import { allOf, anyOf, ifThenElse, not, oneOf } from './keywords/applicators.ts';
import { contains, itemCount, items, uniqueItems } from './keywords/array.ts';
import { integerFormat, multipleOf, range } from './keywords/number.ts';
import {
  dependentRequired,
  dependentSchemas,
  properties,
  propertyCount,
  propertyNames,
  required,
} from './keywords/object.ts';
import { pattern, stringFormat, stringLength } from './keywords/string.ts';
import { constKeyword, enumKeyword, type } from './keywords/type.ts';
import { unevaluatedItems, unevaluatedProperties } from './keywords/unevaluated.ts';
import type { ValidationError } from './messages.ts';

const KEYWORDS: readonly Keyword[] = [
  type,
  enumKeyword,
  constKeyword,
  integerFormat,
  range,
  multipleOf,
  stringLength,
  pattern,
  stringFormat,
  required,
  properties,
  propertyCount,
  propertyNames,
  dependentRequired,
  dependentSchemas,
  items,
  itemCount,
  uniqueItems,
  contains,
  allOf,
  anyOf,
  oneOf,
  not,
  ifThenElse,
  unevaluatedProperties,
  unevaluatedItems,
];

/** Of each direction: a large document has tens of thousands of schemas, and its operations are tested one after another. */
const MAX_RECENT = 3000;

/** Validates values against the schemas of the document (OpenAPI 3.x), exactly; each error names the violated keyword. */
export class SchemaValidator {
  private readonly document: OpenApiDocument;
  private readonly compiled: Record<Direction, RecentMap<string, ValidateFn>> = {
    request: new RecentMap(MAX_RECENT),
    response: new RecentMap(MAX_RECENT),
  };

  private readonly evaluation = new EvaluationContext();
  /** Those of the value that was evaluated last; most have none, so that the next one can use the same list. */
  private violations: Violation[] = [];

  constructor(document: OpenApiDocument) {
    this.document = document;
  }

  private skippedKeywords = new Map<string, number>();
  /** Number of values that were validated in part only, because a keyword was not evaluated. */
  partialCount = 0;

  /** Returns the certain errors of `value` against the schema at `pointer`. */
  validate(pointer: string, value: JsonValue, direction: Direction): ValidationError[] {
    return this.evaluate(pointer, value, direction).map(describeViolation);
  }

  private evaluate(pointer: string, value: JsonValue, direction: Direction): readonly Violation[] {
    if (this.violations.length > 0) this.violations = [];
    const { violations } = this;
    this.evaluation.start(pointer);
    this.compile(pointer, direction)(value, '', violations);
    if (this.evaluation.notEvaluated.size > 0) this.countPartial();
    return violations;
  }

  /** True if `value` is certainly valid against the schema at `pointer`. */
  accepts(pointer: string, value: JsonValue, direction: Direction): boolean {
    return this.validity(pointer, value, direction) === 'valid';
  }

  validity(pointer: string, value: JsonValue, direction: Direction): Validity {
    if (this.evaluate(pointer, value, direction).length > 0) return 'invalid';
    return this.evaluation.notEvaluated.size > 0 ? 'not-evaluated' : 'valid';
  }

  /** Pointers of the keywords that were not evaluated since {@link takeNotEvaluated}, each with the number of values. */
  get notEvaluated(): ReadonlyMap<string, number> {
    return this.skippedKeywords;
  }

  takeNotEvaluated(): ReadonlyMap<string, number> {
    const taken = this.skippedKeywords;
    this.skippedKeywords = new Map();
    return taken;
  }

  /** Pointers of the keywords that were not evaluated for the value that was validated last. */
  get lastNotEvaluated(): ReadonlySet<string> {
    return this.evaluation.notEvaluated;
  }

  private countPartial(): void {
    this.partialCount++;
    for (const keyword of this.evaluation.notEvaluated)
      this.skippedKeywords.set(keyword, (this.skippedKeywords.get(keyword) ?? 0) + 1);
  }

  private compile(pointer: string, direction: Direction): ValidateFn {
    const compiled = this.compiled[direction].get(pointer);
    if (compiled) return compiled;
    const lazy = this.evaluation.oncePerValue(() => this.build(pointer, direction));
    this.compiled[direction].set(pointer, lazy);
    return lazy;
  }

  /** From 3.1 on the keywords beside a `$ref` apply too; in 3.0 they are ignored (Reference Object). */
  private build(pointer: string, direction: Direction): ValidateFn {
    const [own = pointer, target] = this.document.chain(pointer);
    if (target === undefined) return this.keywords(own, direction);
    const referred = this.compile(target, direction);
    if (this.document.version === '3.0') return referred;
    const siblings = this.keywords(own, direction);
    return (value, path, errors) => {
      referred(value, path, errors);
      siblings(value, path, errors);
    };
  }

  private keywords(pointer: string, direction: Direction): ValidateFn {
    const { document, evaluation } = this;
    const schema = document.at(pointer);
    const compile = (other: string) => this.compile(other, direction);
    if (schema === false) return rejectAll({ document, direction, pointer, schema: {}, evaluation, compile });
    if (!isObject(schema)) return () => {};
    const scope: KeywordContext = { document, direction, pointer, schema, evaluation, compile };
    // A copy has no room for more, which the list of each schema has.
    const parts = KEYWORDS.flatMap((keyword) => keyword(scope) ?? []).slice();
    const nullable = schema['nullable'] === true;
    return (value, path, errors) => {
      if (value === null && nullable) return;
      for (const part of parts) part(value, path, errors);
    };
  }
}

function rejectAll(scope: KeywordContext): ValidateFn {
  return (value, path, errors) => {
    errors.push(violation(scope, 'false', path, value));
  };
}
