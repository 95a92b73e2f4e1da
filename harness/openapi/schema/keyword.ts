import { appendTokens } from '../../core/json/pointer.ts';
import type { Direction, JsonObject, JsonValue } from '../../core/model.ts';
import { stripScope } from '../bundle/dynamic-scope.ts';
import type { OpenApiDocument } from '../document.ts';
import { formatValue, keywordMessage, type ValidationError } from './messages.ts';

/** A keyword that a value violates; most are only counted, so that their texts are written at the end. */
export interface Violation {
  readonly scope: KeywordContext;
  readonly keyword: string;
  readonly instancePath: string;
  /** Undefined if it is missing. */
  readonly value: JsonValue | undefined;
  /** Token below the keyword, such as the index of a name in `required`. */
  readonly token?: number;
}

/** Validates a value and appends what it violates. */
export type ValidateFn = (value: JsonValue, path: string, violations: Violation[]) => void;

/** The schema of a keyword, and where it is. */
export interface KeywordContext {
  readonly document: OpenApiDocument;
  readonly direction: Direction;
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly evaluation: EvaluationContext;
  /** Returns the validator of another schema; compiled at its first use, because schemas may be recursive. */
  compile(pointer: string): ValidateFn;
}

/** Compiles a keyword or a group of related ones; undefined if the schema has none of them. */
export type Keyword = (scope: KeywordContext) => ValidateFn | undefined;

export function violation(scope: KeywordContext, keyword: string, path: string, value: JsonValue): Violation {
  return { scope, keyword, instancePath: path, value };
}

/** Writes what a violated keyword requires, and of what value. */
export function describeViolation({ scope, keyword, instancePath, value, token }: Violation): ValidationError {
  // `false` is a schema, not a keyword in one.
  const tokens = keyword === 'false' ? [] : [keyword, ...(token === undefined ? [] : [token])];
  return {
    pointer: stripScope(appendTokens(scope.pointer, ...tokens)),
    keyword,
    instancePath,
    message: keywordMessage(keyword, scope.schema),
    actual: value === undefined ? undefined : formatValue(value),
  };
}

/** Whether a value is valid, or that this was not evaluated within the budget. */
export type Validity = 'valid' | 'invalid' | 'not-evaluated';

/** The errors of a value against a schema, with the path of the value. */
interface Evaluation {
  readonly path: string;
  readonly errors: readonly Violation[];
  /** Whether a keyword was not evaluated. */
  readonly isPartial: boolean;
}

/** A value with this many errors is not validated further. */
const MAX_ERRORS = 1000;
/** From this many schemas for one value on, results are memoized: schemas entered again may multiply with each level. */
const MEMOIZE_AFTER_STEPS = 10_000;
/** About two seconds. */
const MAX_STEPS = 5_000_000;

/** State of the evaluation of one value. */
export class EvaluationContext {
  /** Number of the evaluated value: memoized results are valid for one evaluation only. */
  private run = 0;
  /** Number of nested schemas under evaluation. */
  private depth = 0;
  /** Depth of the outermost schema that was entered again since this was last reset. */
  private reenteredDepth = Number.POSITIVE_INFINITY;
  /** Number of nested `anyOf` and `oneOf` under evaluation. */
  private alternatives = 0;
  /** Number of schemas entered for the current value. */
  private steps = 0;
  /** Pointer of the schema that the current value is validated against. */
  private root = '#';
  /** Number of keywords that were not evaluated for the current value. */
  private skipped = 0;
  /** Pointers of the keywords that were not evaluated for the current value. */
  readonly notEvaluated = new Set<string>();

  /** Begins the evaluation of another value. */
  start(root: string): void {
    this.run++;
    this.root = root;
    this.steps = 0;
    this.depth = 0;
    this.alternatives = 0;
    this.reenteredDepth = Number.POSITIVE_INFINITY;
    if (this.skipped === 0) return;
    this.skipped = 0;
    this.notEvaluated.clear();
  }

  /** Records that a keyword was not evaluated: no error that depends on it is reported. */
  skip(keywordPointer: string): void {
    this.skipped++;
    this.notEvaluated.add(keywordPointer);
  }

  /** Validates a value against one of several schemas; appends its certain violations to `errors`. */
  validity(validate: ValidateFn, value: JsonValue, path: string, errors: Violation[] = []): Validity {
    const { skipped } = this;
    validate(value, path, errors);
    if (errors.length > 0) return 'invalid';
    return this.skipped > skipped ? 'not-evaluated' : 'valid';
  }

  /** Evaluates alternatives, whose schemas apply to the same properties many times. */
  inAlternatives<T>(evaluate: () => T): T {
    this.alternatives++;
    try {
      return evaluate();
    } finally {
      this.alternatives--;
    }
  }

  /**
   * Compiles lazily and guards against `allOf` cycles: a schema is entered once for a value. Inside anyOf and oneOf, memoizes results per
   * schema and value; n mutually recursive unions would otherwise evaluate a value n times per level.
   */
  oncePerValue(build: () => ValidateFn): ValidateFn {
    let validate: ValidateFn | undefined;
    let current: JsonValue | undefined;
    let currentRun = 0;
    let currentDepth = 0;
    let cache: Map<JsonValue, Evaluation> | undefined;
    let cacheRun = 0;
    const enter: ValidateFn = (value, path, errors) => {
      const outer = current;
      const outerDepth = currentDepth;
      current = value;
      currentRun = this.run;
      currentDepth = this.depth++;
      validate ??= build();
      validate(value, path, errors);
      this.depth--;
      current = outer;
      currentDepth = outerDepth;
    };
    return (value, path, errors) => {
      if (errors.length >= MAX_ERRORS) return;
      if (current === value && currentRun === this.run)
        this.reenteredDepth = Math.min(this.reenteredDepth, currentDepth);
      else if (this.isQuick(value)) enter(value, path, errors);
      else if (this.steps > MAX_STEPS) this.skip(stripScope(this.root));
      else {
        if (cacheRun !== this.run) cache = undefined;
        cacheRun = this.run;
        cache ??= new Map();
        const cached = cache.get(value);
        if (cached?.path === path) {
          if (cached.isPartial) this.skipped++;
          errors.push(...cached.errors);
        } else this.memoize(cache, enter)(value, path, errors);
      }
    };
  }

  /** True if a value is validated without a lookup of memoized results, which takes longer than most schemas do. */
  private isQuick(value: JsonValue): boolean {
    if (++this.steps > MEMOIZE_AFTER_STEPS) return false;
    return this.alternatives === 0 || typeof value !== 'object' || value === null;
  }

  /** Does not memoize a result that left out a schema further out, because it is incomplete elsewhere. */
  private memoize(cache: Map<JsonValue, Evaluation>, enter: ValidateFn): ValidateFn {
    return (value, path, errors) => {
      const [outer, own, skipped] = [this.reenteredDepth, this.depth, this.skipped];
      const found: Violation[] = [];
      this.reenteredDepth = Number.POSITIVE_INFINITY;
      enter(value, path, found);
      if (this.reenteredDepth >= own) cache.set(value, { path, errors: found, isPartial: this.skipped > skipped });
      this.reenteredDepth = Math.min(this.reenteredDepth, outer);
      errors.push(...found);
    };
  }
}
