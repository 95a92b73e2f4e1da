import { runWithDeadline, TIMED_OUT } from '../../../core/util/deadline.ts';
import { overload } from '../../../core/util/overload.ts';
import { TurnBudget } from '../../../core/util/turn-budget.ts';
import { longestQuickText } from './backtracking.ts';
import { resultAside } from './evaluate-aside.ts';
import { lengthOf, type PatternLength } from './length.ts';
import { linearMatcher } from './linear.ts';
import { type PatternNode, parsePattern } from './syntax.ts';

/** Whether a text matches, or that this cannot be found out within the budget, or not yet ({@link evaluateAside}). */
export type PatternResult = boolean | 'not-evaluated' | 'pending';

/** Larger patterns are not evaluated: parsers, V8's included, take stack for each level of groups. */
export const MAX_PATTERN = { characters: 10_000, groups: 100 } as const;

const BACKTRACKING_DEADLINE_MS = 250;
/** What a text gets at least; half as much with each earlier text on which the deadline passed. */
const MIN_BACKTRACKING_DEADLINE_MS = 40;
/** For RE2's algorithms, which only a large pattern on a long text keeps busy that long. */
const LINEAR_DEADLINE_MS = 600;
/** After so many texts on which the deadline passed, only texts of half the length are tried. */
const MAX_TIMEOUTS = 5;
/** All patterns share it: a request may have any number of them, each with any number of texts. */
const turn = new TurnBudget(600);
/** Code points. */
const MAX_GENERATED = 100_000;
/** The linear engine is done with a text and a pattern of this size in a few milliseconds. */
const SMALL = { text: 1000, pattern: 200 } as const;

/** A pattern of a document (ECMA-262, not anchored), evaluated within a budget whatever the pattern and the text. */
export class Pattern {
  /** The pattern as V8 reads it; undefined for one that is too large to be evaluated. */
  readonly expression: RegExp | undefined;
  private readonly analysis: Analysis;
  private linear: ((text: string) => boolean) | null | undefined;
  private length: PatternLength | undefined;
  private timeouts = 0;
  private longestTried = Number.POSITIVE_INFINITY;

  constructor(expression: RegExp | undefined) {
    this.expression = expression;
    this.analysis = expression ? analyze(expression) : { syntax: undefined, quickLength: -1 };
  }

  get source(): string {
    return this.expression?.source ?? '';
  }

  test(text: string): PatternResult {
    const { expression } = this;
    if (expression === undefined) return 'not-evaluated';
    if (text.length <= this.analysis.quickLength) return expression.test(text);
    if (text.length > this.longestTried) return 'not-evaluated';
    const isSmall = text.length <= SMALL.text && expression.source.length <= SMALL.pattern;
    const matcher = isSmall ? this.linearMatcherFor(text) : undefined;
    return matcher ? matcher(text) : (resultAside(this, text) ?? this.testInTurn(text));
  }

  /** True if V8 is done with any text of that length within milliseconds. */
  isQuick(length: number): boolean {
    return length <= this.analysis.quickLength;
  }

  /** True for a pattern that is never evaluated. */
  get isTooLarge(): boolean {
    return this.expression === undefined;
  }

  /** Whether texts that match it, and are at most that long, can be generated: nested repetitions multiply. */
  canGenerate(maxLength: number): boolean {
    const { lengths } = this;
    return lengths !== undefined && lengths.shortest <= maxLength && lengths.longestGenerated <= MAX_GENERATED;
  }

  /** Undefined for a pattern that the parser does not know. */
  get lengths(): PatternLength | undefined {
    this.length ??= this.analysis.syntax && lengthOf(this.analysis.syntax);
    return this.length;
  }

  /** Evaluates a text in this thread; undefined if it takes too long, null if there is no time for it. */
  evaluate(text: string, remainingMs: number): boolean | null | undefined {
    const matcher = this.linearMatcherFor(text);
    const deadlineMs = matcher ? LINEAR_DEADLINE_MS * overload() : this.backtrackingDeadlineMs();
    const givenMs = Math.floor(Math.min(deadlineMs, remainingMs));
    if (givenMs < 1) return null;
    const matches = matcher ?? ((value: string) => this.expression?.test(value) ?? false);
    const result = runWithDeadline(givenMs, () => matches(text));
    if (result !== TIMED_OUT) return result;
    return givenMs >= deadlineMs / 2 ? undefined : null;
  }

  /** Takes the result of {@link evaluate} into account, wherever it was called. */
  conclude(text: string, evaluated: boolean | null | undefined): PatternResult {
    if (typeof evaluated === 'boolean') return evaluated;
    if (evaluated === undefined && ++this.timeouts >= MAX_TIMEOUTS) this.longestTried = text.length >> 1;
    return 'not-evaluated';
  }

  private testInTurn(text: string): PatternResult {
    if (turn.remainingMs === 0) return 'not-evaluated';
    const evaluated = turn.spend(() => this.evaluate(text, turn.remainingMs));
    return this.conclude(text, evaluated);
  }

  /** A pattern takes no more than about a second in all, however many texts and clients there are. */
  private backtrackingDeadlineMs(): number {
    return Math.max(MIN_BACKTRACKING_DEADLINE_MS, BACKTRACKING_DEADLINE_MS >> this.timeouts);
  }

  /** Without the u flag a pattern matches code units, and the linear engine always code points. */
  private linearMatcherFor(text: string): ((text: string) => boolean) | undefined {
    return this.expression?.unicode || !SURROGATE.test(text) ? this.linearMatcher() : undefined;
  }

  private linearMatcher(): ((text: string) => boolean) | undefined {
    const { syntax } = this.analysis;
    if (this.linear === undefined && turn.remainingMs > 0) {
      const made = syntax && turn.spend(() => runWithDeadline(turn.remainingMs, () => linearMatcher(syntax)));
      this.linear = made === TIMED_OUT || made === undefined ? null : made;
    }
    return this.linear ?? undefined;
  }
}

const SURROGATE = /[\ud800-\udfff]/;

interface Analysis {
  /** Undefined for a pattern that the parser does not know. */
  readonly syntax: PatternNode | undefined;
  /** The longest text that V8 may be given as it is. */
  readonly quickLength: number;
}

function analyze({ source, flags }: RegExp): Analysis {
  const syntax = parsePattern(source, flags);
  return { syntax, quickLength: syntax ? longestQuickText(syntax) : 0 };
}

/** Whether a pattern has more characters, or groups within groups, than are evaluated. */
function isTooLarge(source: string): boolean {
  if (source.length > MAX_PATTERN.characters) return true;
  let depth = 0;
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    if (depth > MAX_PATTERN.groups) return true;
  }
  return false;
}

/**
 * Compiles a pattern, with the u flag if it allows that (JSON Schema core, section 6.4).
 * @returns undefined for what is no regular expression, which the lint reports
 */
export function compilePattern(source: string): Pattern | undefined {
  const known = compiled.get(source);
  if (known !== undefined || compiled.has(source)) return known;
  const pattern = compile(source);
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(source, pattern);
  return pattern;
}

const compiled = new Map<string, Pattern | undefined>();
const MAX_COMPILED = 1000;

function compile(source: string): Pattern | undefined {
  if (isTooLarge(source)) return new Pattern(undefined);
  for (const flags of ['u', '']) {
    try {
      return new Pattern(new RegExp(source, flags));
    } catch {
      // A pattern with escapes that the u flag forbids, such as `\-`, compiles without it.
    }
  }
  return undefined;
}
