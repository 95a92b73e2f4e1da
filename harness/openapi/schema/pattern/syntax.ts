import { createRequire } from 'node:module';
import type { RootNode } from 'regjsparser';
import { requireWhole } from '../../../core/util/require-whole.ts';

const FEATURES = { lookbehind: true, namedGroups: true, unicodePropertyEscape: true } as const;

/** A part of a regular expression: what is not a range within a character class. */
export type PatternNode = RootNode<typeof FEATURES>;
export type PatternNodeOf<Type extends PatternNode['type']> = Extract<PatternNode, { type: Type }>;

type Parser = typeof import('#vendor/regjsparser');
const require = createRequire(import.meta.url);
let parser: Parser | undefined;

/** The syntax tree of a pattern that V8 compiles; undefined for newer syntax than the parser knows, such as modifiers. */
export function parsePattern(source: string, flags: string): PatternNode | undefined {
  parser ??= requireWhole(require, '#vendor/regjsparser') as Parser;
  try {
    return parser.parse(source, flags, FEATURES);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
