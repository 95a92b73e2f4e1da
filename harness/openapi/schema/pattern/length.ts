import { codePointsOf } from './code-points.ts';
import type { PatternNode } from './syntax.ts';

/** How many more times than they must generators repeat a part, at most. */
const REPETITIONS = 10;

/** Code points of the texts that match a pattern. */
export interface PatternLength {
  readonly shortest: number;
  /** The longest text that a generator makes of it, whatever branches it takes. */
  readonly longestGenerated: number;
}

const EMPTY: PatternLength = { shortest: 0, longestGenerated: 0 };

/** Tells how long generated texts get, which nested repetitions multiply, before any is made. */
export function lengthOf(node: PatternNode): PatternLength {
  if (codePointsOf(node)) return { shortest: 1, longestGenerated: 1 };
  switch (node.type) {
    case 'alternative':
      return inSequence(node.body);
    case 'disjunction': {
      const branches = node.body.map(lengthOf);
      return {
        shortest: Math.min(...branches.map(({ shortest }) => shortest)),
        longestGenerated: Math.max(...branches.map(({ longestGenerated }) => longestGenerated)),
      };
    }
    case 'group':
      return node.behavior === 'normal' || node.behavior === 'ignore' ? inSequence(node.body) : EMPTY;
    case 'quantifier': {
      const { body, min, max = Number.POSITIVE_INFINITY } = node;
      const { shortest, longestGenerated } = lengthOf(body[0]);
      return {
        shortest: min * shortest,
        longestGenerated: Math.min(max, min + REPETITIONS) * longestGenerated,
      };
    }
    default:
      return EMPTY;
  }
}

function inSequence(nodes: readonly PatternNode[]): PatternLength {
  const parts = nodes.map(lengthOf);
  return {
    shortest: parts.reduce((sum, { shortest }) => sum + shortest, 0),
    longestGenerated: parts.reduce((sum, { longestGenerated }) => sum + longestGenerated, 0),
  };
}
