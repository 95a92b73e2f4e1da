import { createRequire } from 'node:module';
import { requireWhole } from '../../../core/util/require-whole.ts';
import { type CodePoints, codePointsOf } from './code-points.ts';
import type { PatternNode, PatternNodeOf } from './syntax.ts';

type Re2 = typeof import('#vendor/re2js');
const require = createRequire(import.meta.url);

/**
 * A linear-time matcher for a pattern, by RE2's algorithms; undefined for what they cannot match: lookaround, back-references and large
 * counts. Classes are handed over as plain ranges, because RE2 reads `\s`, `.` and `\p{...}` otherwise than ECMA-262.
 */
export function linearMatcher(pattern: PatternNode): ((text: string) => boolean) | undefined {
  const source = toRe2(pattern);
  if (source === undefined) return undefined;
  const { RE2JS, RE2JSException } = requireWhole(require, '#vendor/re2js') as Re2;
  try {
    const expression = RE2JS.compile(source);
    return (text) => expression.test(text);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

/** The same pattern in the syntax of RE2. */
function toRe2(node: PatternNode): string | undefined {
  const characters = codePointsOf(node);
  if (characters) return writeClass(characters);
  switch (node.type) {
    case 'alternative':
      return joined(node.body, '');
    case 'disjunction':
      return joined(node.body, '|');
    case 'group':
      return node.behavior === 'normal' || node.behavior === 'ignore' ? joined(node.body, '') : undefined;
    case 'quantifier':
      return quantified(node);
    case 'anchor':
      return { start: '\\A', end: '\\z', boundary: '\\b', 'not-boundary': '\\B' }[node.kind];
    default:
      return undefined;
  }
}

function joined(nodes: readonly PatternNode[], separator: string): string | undefined {
  const parts = nodes.map(toRe2);
  return parts.includes(undefined) ? undefined : `(?:${parts.join(separator)})`;
}

function quantified({ body: [body], min, max }: PatternNodeOf<'quantifier'>): string | undefined {
  const inner = toRe2(body);
  if (inner === undefined) return undefined;
  if (max === undefined && min <= 1) return `(?:${inner})${min === 0 ? '*' : '+'}`;
  return `(?:${inner}){${min},${max ?? ''}}`;
}

function writeClass(characters: CodePoints): string {
  // A class without any code point matches nothing.
  if (characters.length === 0) return '[^\\x{0}-\\x{10ffff}]';
  const ranges = characters.map(([first, last]) => `\\x{${first.toString(16)}}-\\x{${last.toString(16)}}`);
  return `[${ranges.join('')}]`;
}
