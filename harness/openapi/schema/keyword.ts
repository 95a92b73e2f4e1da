import { appendTokens } from '../../core/json/pointer.ts';
import type { Direction, JsonObject, JsonValue } from '../../core/model.ts';
import { stripScope } from '../bundle/dynamic-scope.ts';
import type { OpenApiDocument } from '../document.ts';
import { formatValue, keywordMessage, type ValidationError } from './messages.ts';

/** Judges a value and appends what it breaks. */
export type ValidateFn = (value: JsonValue, path: string, errors: ValidationError[]) => void;

/** What a keyword sees of the schema that it stands in. */
export interface KeywordContext {
  readonly document: OpenApiDocument;
  readonly direction: Direction;
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly evaluation: EvaluationContext;
  /** The validator of another schema; compiled at its first use, so that schemas may be recursive. */
  compile(pointer: string): ValidateFn;
}

/** Compiles one keyword, or a group of keywords that speak of the same thing; undefined where the schema has none of them. */
export type Keyword = (scope: KeywordContext) => ValidateFn | undefined;

/** An error of the keyword `keyword` in `scope`. */
export function validationError(
  scope: KeywordContext,
  keyword: string,
  path: string,
  value: JsonValue,
): ValidationError {
  const says = keywordMessage(keyword, scope.schema);
  return {
    pointer: stripScope(appendTokens(scope.pointer, keyword)),
    keyword,
    instancePath: path,
    message: says,
    actual: formatValue(value),
  };
}

/** Whether a value is valid, or that this was not found out within the budget. */
export type Validity = 'valid' | 'invalid' | 'not-evaluated';

/** What a schema said of a value, and where the value stood. */
interface Judgement {
  readonly path: string;
  readonly errors: readonly ValidationError[];
  /** Whether a keyword was not evaluated. */
  readonly isPartial: boolean;
}

/** A value with so many errors is not validated further. */
const MAX_ERRORS = 1000;
/** After so many schemas for one value, those that are met again at the same place are looked up: they may multiply with each level. */
const MEMOIZE_AFTER_STEPS = 10_000;
/** About two seconds. */
const MAX_STEPS = 5_000_000;

/** How far the judging of one value has come. */
export class EvaluationContext {
  /** Counts the values that were judged: what was said of one holds until it is changed, and no longer than it is judged. */
  private run = 0;
  /** How many schemas are being judged, each within the other. */
  private depth = 0;
  /** The outermost of them that was met again since this was last set. */
  private results = Number.POSITIVE_INFINITY;
  /** How many choices between schemas are being made. */
  private choices = 0;
  /** How many schemas were entered for the present value. */
  private steps = 0;
  /** Pointer of the schema that the present value is validated against. */
  private root = '#';
  /** How often a keyword of the present value was not evaluated. */
  private skipped = 0;
  /** Pointers of the keywords that were not evaluated for the present value. */
  readonly notEvaluated = new Set<string>();

  /** Another value is going to be judged. */
  start(root: string): void {
    this.run++;
    this.root = root;
    this.steps = 0;
    [this.depth, this.choices, this.results] = [0, 0, Number.POSITIVE_INFINITY];
    if (this.skipped === 0) return;
    this.skipped = 0;
    this.notEvaluated.clear();
  }

  /** Notes that a keyword was not evaluated: nothing is claimed that depends on it. */
  skip(keywordPointer: string): void {
    this.skipped++;
    this.notEvaluated.add(keywordPointer);
  }

  /** Validates a value of which more than one schema speaks; `errors` takes what it certainly violates. */
  validity(validate: ValidateFn, value: JsonValue, path: string, errors: ValidationError[] = []): Validity {
    const { skipped } = this;
    validate(value, path, errors);
    if (errors.length > 0) return 'invalid';
    return this.skipped > skipped ? 'not-evaluated' : 'valid';
  }

  /** The judging of alternatives, in which schemas come upon the same members again and again. */
  inAlternatives<T>(judge: () => T): T {
    this.choices++;
    try {
      return judge();
    } finally {
      this.choices--;
    }
  }

  /**
   * Builds a validator at its first use, and enters it once for a value: a schema that holds itself by `allOf` adds nothing the second time.
   * Within alternatives it remembers what it said, because n unions of each other would judge a value n times on each of its levels.
   */
  oncePerValue(build: () => ValidateFn): ValidateFn {
    let validate: ValidateFn | undefined;
    let judged: JsonValue | undefined;
    let judgedIn = 0;
    let level = 0;
    let known = new Map<JsonValue, Judgement>();
    let knownIn = 0;
    const enter: ValidateFn = (value, path, errors) => {
      const [outer, outerLevel] = [judged, level];
      judged = value;
      judgedIn = this.run;
      level = this.depth++;
      validate ??= build();
      validate(value, path, errors);
      this.depth--;
      [judged, level] = [outer, outerLevel];
    };
    return (value, path, errors) => {
      if (errors.length >= MAX_ERRORS) return;
      if (judged === value && judgedIn === this.run) this.results = Math.min(this.results, level);
      else if (this.isQuick(value)) enter(value, path, errors);
      else if (this.steps > MAX_STEPS) this.skip(stripScope(this.root));
      else {
        if (knownIn !== this.run) known = new Map();
        knownIn = this.run;
        const judgement = known.get(value);
        if (judgement?.path === path) {
          if (judgement.isPartial) this.skipped++;
          errors.push(...judgement.errors);
        } else this.memoize(known, enter)(value, path, errors);
      }
    };
  }

  /** Whether a value is validated without a look at what was found of it before, which takes longer than most schemas do. */
  private isQuick(value: JsonValue): boolean {
    if (++this.steps > MEMOIZE_AFTER_STEPS) return false;
    return this.choices === 0 || typeof value !== 'object' || value === null;
  }

  /** What is said of a value within another schema that is met again says less than it would by itself, and is not remembered. */
  private memoize(known: Map<JsonValue, Judgement>, enter: ValidateFn): ValidateFn {
    return (value, path, errors) => {
      const [outer, own, skipped] = [this.results, this.depth, this.skipped];
      const found: ValidationError[] = [];
      this.results = Number.POSITIVE_INFINITY;
      enter(value, path, found);
      if (this.results >= own) known.set(value, { path, errors: found, isPartial: this.skipped > skipped });
      this.results = Math.min(this.results, outer);
      errors.push(...found);
    };
  }
}
