import { type PatternNode, type PatternNodeOf, parsePattern } from '../../../openapi/schema/pattern/syntax.ts';

/** Characters of many scripts, and of every kind that patterns name. */
const SAMPLE = [
  ...'abcxyzABCXYZ059_-.,:;!?()/@#&*+=<>$%^| "~',
  ...'éßñÅØœÞαλΩжЯЩאשعم中文日あアン한กि',
  ...'²½٣४Ⅳ€£¥§©°«»…–—\u00a0\u2003\u0301\u00ad\t\n😀🎉',
] as const;

/**
 * Returns an expression that matches the same or less, and that fast-check generates texts of quickly.
 *
 * - In place of a Unicode property, which may have 140,000 characters, a few of them: to build an arbitrary of all takes a second.
 * - A hyphen after `\w` and the like (ECMA-262, annex B.1.2) is escaped: fast-check knows it between two characters alone.
 */
export function generatableExpression(expression: RegExp): RegExp {
  const { source, flags } = expression;
  const syntax = parsePattern(source, flags);
  const changes = syntax ? changesIn(syntax).toSorted((a, b) => b.range[0] - a.range[0]) : [];
  if (changes.length === 0) return expression;
  const change = (text: string, { range: [from, to], by }: Change) => text.slice(0, from) + by + text.slice(to);
  return new RegExp(changes.reduce(change, source), flags);
}

interface Change {
  readonly range: readonly [from: number, to: number];
  readonly by: string;
}

function changesIn(node: PatternNode): Change[] {
  switch (node.type) {
    case 'unicodePropertyEscape':
      return sampleOf(node).map((sampled) => ({ range: node.range, by: `[${sampled}]` }));
    case 'characterClass':
      return node.body.flatMap((part) => {
        if (part.type === 'value' && part.raw === '-') return [{ range: part.range, by: '\\-' }];
        // Fewer characters in a negated class would match more.
        const isSampled = part.type === 'unicodePropertyEscape' && !node.negative;
        return isSampled ? sampleOf(part).map((by) => ({ range: part.range, by })) : [];
      });
    case 'alternative':
    case 'disjunction':
    case 'group':
    case 'quantifier':
      return node.body.flatMap(changesIn);
    default:
      return [];
  }
}

/** The sampled characters of a property, to be written in a class; none if there are none. */
function sampleOf({ raw }: PatternNodeOf<'unicodePropertyEscape'>): string[] {
  const property = new RegExp(`^${raw}$`, 'u');
  const characters = SAMPLE.filter((character) => property.test(character));
  return characters.length > 0 ? [characters.map(escaped).join('')] : [];
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
