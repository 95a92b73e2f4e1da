import { matchesInOneWay, repeatsInOneWay } from './determinism.ts';
import type { PatternNode, PatternNodeOf } from './syntax.ts';

/** At most `factor * n ** degree` for a text of n characters. */
interface Bound {
  readonly factor: number;
  readonly degree: number;
}

/** What a backtracking engine does with a part of a pattern, from one place in a text on. */
interface Cost {
  /** In how many ways it can match. */
  readonly ways: Bound;
  /** How many steps it takes to try them all. */
  readonly steps: Bound;
}

const ONE: Bound = { factor: 1, degree: 0 };
const LENGTH: Bound = { factor: 1, degree: 1 };
const ENDLESS: Bound = { factor: Number.POSITIVE_INFINITY, degree: 0 };

/** A few milliseconds of V8's engine. */
const MAX_STEPS = 1_000_000;

/**
 * The longest text on which V8's backtracking engine surely takes at most a few milliseconds; infinite for a pattern that is tried in a
 * fixed number of steps, 0 for one whose steps may double with each character.
 */
export function longestQuickText(pattern: PatternNode): number {
  const { factor, degree } = stepsOf(pattern);
  if (factor > MAX_STEPS) return 0;
  return degree === 0 ? Number.POSITIVE_INFINITY : Math.floor((MAX_STEPS / factor) ** (1 / degree));
}

function stepsOf(pattern: PatternNode): Bound {
  const { steps } = costOf(pattern);
  if (!isAnchored(pattern)) return times(steps, LENGTH);
  return steps.degree > 1 && matchesInOneWay(pattern) ? { factor: pattern.raw.length, degree: 1 } : steps;
}

function costOf(node: PatternNode): Cost {
  switch (node.type) {
    case 'alternative':
      return sequence(node.body);
    case 'disjunction': {
      const branches = node.body.map(costOf);
      return { ways: sum(branches.map(({ ways }) => ways)), steps: sum(branches.map(({ steps }) => steps)) };
    }
    case 'group': {
      const inner = sequence(node.body);
      // A lookaround is left with what it matched first (ECMA-262, Assertion).
      return node.behavior === 'normal' || node.behavior === 'ignore' ? inner : { ways: ONE, steps: inner.steps };
    }
    case 'quantifier':
      return quantified(node);
    case 'reference':
      return { ways: ONE, steps: LENGTH };
    default:
      return { ways: ONE, steps: ONE };
  }
}

/** Each part is tried once for every way in which those before it match. */
function sequence(nodes: readonly PatternNode[]): Cost {
  let ways = ONE;
  const steps: Bound[] = [ONE];
  for (const cost of nodes.map(costOf)) {
    steps.push(times(ways, cost.steps));
    ways = times(ways, cost.ways);
  }
  return { ways, steps: sum(steps) };
}

function quantified({ body: [body], min, max = Number.POSITIVE_INFINITY }: PatternNodeOf<'quantifier'>): Cost {
  const { ways, steps } = costOf(body);
  const rounds: Bound = max === Number.POSITIVE_INFINITY ? LENGTH : { factor: Math.max(1, max), degree: 0 };
  const stops: Bound = max === Number.POSITIVE_INFINITY ? LENGTH : { factor: max - min + 1, degree: 0 };
  if (ways.factor <= 1 && ways.degree === 0) return { ways: stops, steps: times(rounds, steps) };
  const each = sum([ways, ONE]);
  const all = max === Number.POSITIVE_INFINITY ? ENDLESS : power(each, max);
  if (all.factor <= MAX_STEPS) return { ways: all, steps: times(all, steps) };
  if (repeatsInOneWay(body)) return { ways: LENGTH, steps: times(LENGTH, { factor: body.raw.length, degree: 0 }) };
  return { ways: ENDLESS, steps: ENDLESS };
}

/** Whether a match can begin at the start of the text alone. */
function isAnchored(node: PatternNode): boolean {
  switch (node.type) {
    case 'anchor':
      return node.kind === 'start';
    case 'alternative':
      return node.body[0] !== undefined && isAnchored(node.body[0]);
    case 'group':
      return (
        (node.behavior === 'normal' || node.behavior === 'ignore') &&
        node.body[0] !== undefined &&
        isAnchored(node.body[0])
      );
    case 'disjunction':
      return node.body.every(isAnchored);
    default:
      return false;
  }
}

function times(a: Bound, b: Bound): Bound {
  return { factor: a.factor * b.factor, degree: a.degree + b.degree };
}

function sum(bounds: readonly Bound[]): Bound {
  return {
    factor: bounds.reduce((total, { factor }) => total + factor, 0),
    degree: Math.max(0, ...bounds.map(({ degree }) => degree)),
  };
}

function power(bound: Bound, exponent: number): Bound {
  return { factor: bound.factor ** exponent, degree: bound.degree * exponent };
}
