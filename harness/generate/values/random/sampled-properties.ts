import { type PatternNode, parsePattern } from '../../../openapi/schema/pattern/syntax.ts';

/** Characters of many scripts, and of every kind that patterns name. */
const SAMPLE = [
  ...'abcxyzABCXYZ059_-.,:;!?()/@#&*+=<>$%^| "~',
  ...'éßñÅØœÞαλΩжЯЩאשعم中文日あアン한กि',
  ...'²½٣४Ⅳ€£¥§©°«»…–—\u00a0\u2003\u0301\u00ad\t\n😀🎉',
] as const;

/**
 * Returns an expression that matches less: in place of a Unicode property, which may have 140,000 characters, a few of them.
 * An arbitrary of all of them takes a second to build, for each pattern that names one.
 */
export function withSampledProperties(expression: RegExp): RegExp {
  const syntax = parsePattern(expression.source, expression.flags);
  if (!syntax || !expression.unicode) return expression;
  let source = expression.source;
  for (const { range, text } of replacements(syntax, false).toSorted((a, b) => b.range[0] - a.range[0]))
    source = source.slice(0, range[0]) + text + source.slice(range[1]);
  return source === expression.source ? expression : new RegExp(source, expression.flags);
}

interface Replacement {
  readonly range: readonly [first: number, end: number];
  readonly text: string;
}

/** Not in a negated class: fewer characters there match more. */
function replacements(node: PatternNode, isInClass: boolean): Replacement[] {
  switch (node.type) {
    case 'unicodePropertyEscape': {
      const matches = new RegExp(`^${node.raw}$`, 'u');
      const sampled = SAMPLE.filter((character) => matches.test(character))
        .map(escaped)
        .join('');
      return sampled === '' ? [] : [{ range: node.range, text: isInClass ? sampled : `[${sampled}]` }];
    }
    case 'characterClass':
      return node.negative ? [] : node.body.flatMap((part) => replacements(part as PatternNode, true));
    case 'alternative':
    case 'disjunction':
    case 'group':
    case 'quantifier':
      return node.body.flatMap((part) => replacements(part, isInClass));
    default:
      return [];
  }
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
