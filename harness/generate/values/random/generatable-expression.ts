import { type PatternNode, type PatternNodeOf, parsePattern } from '../../../openapi/schema/pattern/syntax.ts';

/** Characters of many scripts, and of every kind that patterns name. */
const SAMPLE = [
  ...'abcxyzABCXYZ059_-.,:;!?()/@#&*+=<>$%^| "~',
  ...'éßñÅØœÞαλΩжЯЩאשعم中文日あアン한กि',
  ...'²½٣४Ⅳ€£¥§©°«»…–—\u00a0\u2003\u0301\u00ad\t\n😀🎉',
] as const;

export interface GeneratableExpression {
  readonly expression: RegExp;
  /** False if some of its texts may not match the original. */
  readonly isNarrower: boolean;
}

/**
 * Returns an expression that fast-check generates texts of quickly.
 *
 * - In place of a Unicode property, which may have 140,000 characters, a few of them: to build an arbitrary of all takes a second.
 * - White space is a space: most of `\s` are control characters.
 * - A hyphen after `\w` and the like (ECMA-262, annex B.1.2) is escaped: fast-check knows it between two characters alone.
 * - Assertions about what comes before or after are left out: fast-check has none.
 */
export function generatableExpression(expression: RegExp): GeneratableExpression {
  const { source, flags } = expression;
  const syntax = parsePattern(source, flags);
  const changes = syntax ? changesIn(syntax).toSorted((a, b) => b.range[0] - a.range[0]) : [];
  if (changes.length === 0) return { expression, isNarrower: true };
  const change = (text: string, { range: [from, to], by }: Change) => text.slice(0, from) + by + text.slice(to);
  const isNarrower = changes.every(({ by }) => by !== '');
  return { expression: new RegExp(changes.reduce(change, source), flags), isNarrower };
}

/** Control characters that a pattern names, such as the line feeds of a certificate: it does not leave them open. */
export function namedControls({ source, flags }: RegExp): ReadonlySet<string> {
  const syntax = parsePattern(source, flags);
  const characters = syntax ? namedCharacters(syntax) : [];
  return new Set(characters.filter((character) => /\p{Cc}/u.test(character)));
}

function namedCharacters(node: PatternNode): string[] {
  if (node.type === 'value') return [String.fromCodePoint(node.codePoint)];
  if (node.type === 'characterClass' && node.negative) return [];
  return 'body' in node ? node.body.flatMap((part) => namedCharacters(part as PatternNode)) : [];
}

interface Change {
  readonly range: readonly [from: number, to: number];
  readonly by: string;
}

function changesIn(node: PatternNode): Change[] {
  switch (node.type) {
    case 'unicodePropertyEscape':
      return sampleOf(node).map((sampled) => ({ range: node.range, by: `[${sampled}]` }));
    case 'characterClassEscape':
      return node.value === 's' ? [{ range: node.range, by: ' ' }] : [];
    case 'characterClass':
      return node.negative && node.body.some(({ type }) => type === 'unicodePropertyEscape')
        ? sampleOf(node).map((sampled) => ({ range: node.range, by: `[${sampled}]` }))
        : node.body.flatMap((part) => changesInClass(part, node.negative));
    case 'group':
      return node.behavior === 'normal' || node.behavior === 'ignore'
        ? node.body.flatMap(changesIn)
        : [{ range: node.range, by: '' }];
    case 'anchor':
      return node.kind === 'boundary' || node.kind === 'not-boundary' ? [{ range: node.range, by: '' }] : [];
    case 'alternative':
    case 'disjunction':
    case 'quantifier':
      return node.body.flatMap(changesIn);
    default:
      return [];
  }
}

function changesInClass(part: ClassPart, isNegated: boolean): Change[] {
  if (part.type === 'value' && part.raw === '-') return [{ range: part.range, by: '\\-' }];
  // Fewer characters in a negated class would match more.
  if (isNegated) return [];
  if (part.type === 'characterClassEscape' && part.value === 's') return [{ range: part.range, by: ' ' }];
  return part.type === 'unicodePropertyEscape' ? sampleOf(part).map((by) => ({ range: part.range, by })) : [];
}

type ClassPart = PatternNodeOf<'characterClass'>['body'][number];

/** The sampled characters of a property or a class, to be written in a class; none if there are none. */
function sampleOf({ raw }: PatternNode): string[] {
  const one = new RegExp(`^${raw}$`, 'u');
  const characters = SAMPLE.filter((character) => one.test(character));
  return characters.length > 0 ? [characters.map(escaped).join('')] : [];
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
