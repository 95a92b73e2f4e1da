import type { CharacterClassBody } from 'regjsparser';
import type { PatternNode } from './syntax.ts';

/** Inclusive ranges of code points, in their order and without overlaps. */
export type CodePoints = readonly (readonly [first: number, last: number])[];

const LAST = 0x10ffff;
const SURROGATES = [0xd800, 0xdfff] as const;
const NEW_LINES: CodePoints = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
const DIGITS: CodePoints = [[0x30, 0x39]];
const WORD: CodePoints = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
/** ECMA-262, WhiteSpace and LineTerminator. */
const SPACE: CodePoints = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const ESCAPES = {
  d: DIGITS,
  D: complement(DIGITS),
  w: WORD,
  W: complement(WORD),
  s: SPACE,
  S: complement(SPACE),
};
const ANY = complement(NEW_LINES);

/** The code points that a part of a pattern matches; undefined for a part that does not match exactly one. */
export function codePointsOf(node: PatternNode | CharacterClassBody): CodePoints | undefined {
  switch (node.type) {
    case 'value':
      return [[node.codePoint, node.codePoint]];
    case 'dot':
      return ANY;
    case 'characterClassEscape':
      return ESCAPES[node.value];
    case 'characterClassRange':
      return [[node.min.codePoint, node.max.codePoint]];
    case 'unicodePropertyEscape':
      return property(node.raw);
    case 'characterClass': {
      const all = union(node.body.flatMap((part) => codePointsOf(part) ?? []));
      return node.negative ? complement(all) : all;
    }
    default:
      return undefined;
  }
}

export function overlaps(a: CodePoints, b: CodePoints): boolean {
  return a.some(([first, last]) => b.some(([from, to]) => first <= to && from <= last));
}

function union(ranges: readonly (readonly [number, number])[]): CodePoints {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

function complement(ranges: CodePoints): CodePoints {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [first, last] of ranges) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST) gaps.push([next, LAST]);
  return gaps;
}

const properties = new Map<string, CodePoints>();
let everything: readonly string[] | undefined;

/** `\p{...}` as this V8 reads it: its Unicode version decides, and no table of another library. */
function property(raw: string): CodePoints {
  const known = properties.get(raw);
  if (known) return known;
  everything ??= [charactersOf(0, SURROGATES[0] - 1), ...surrogates(), charactersOf(SURROGATES[1] + 1, LAST)];
  const expression = new RegExp(`${raw}+`, 'gu');
  const found = union(everything.flatMap((text) => [...text.matchAll(expression)].map(([run]) => endsOf(run))));
  properties.set(raw, found);
  return found;
}

function charactersOf(first: number, last: number): string {
  const parts: string[] = [];
  for (let from = first; from <= last; from += 0x1000)
    parts.push(String.fromCodePoint(...Array.from({ length: Math.min(0x1000, last - from + 1) }, (_, i) => from + i)));
  return parts.join('');
}

/** Leading and trailing ones apart, because beside each other they would be one code point. */
function surrogates(): string[] {
  return [charactersOf(SURROGATES[0], 0xdbff), charactersOf(0xdc00, SURROGATES[1])];
}

function endsOf(run: string): readonly [number, number] {
  const last = run.length > 1 && /[\ud800-\udbff][\udc00-\udfff]$/.test(run) ? run.slice(-2) : run.slice(-1);
  return [run.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
}
