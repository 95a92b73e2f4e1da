import { type CodePoints, codePointsOf, overlaps } from './code-points.ts';
import type { PatternNode } from './syntax.ts';

/** A part that matches one character, with those that may match the next one. */
interface Position {
  readonly characters: CodePoints;
  readonly next: Position[];
}

/** Where a part of a pattern may begin and end, and whether it matches the empty text. */
interface Fragment {
  readonly first: readonly Position[];
  readonly last: readonly Position[];
  readonly nullable: boolean;
}

const EMPTY: Fragment = { first: [], last: [], nullable: true };
const MAX_POSITIONS = 200;

/**
 * Whether each character decides alone how a repetition goes on: then a text has one way through it, and a backtracking engine is done with
 * it in linear time. (Glushkov's automaton of the expression is deterministic, and no loop leads where another leads already.)
 */
export function repeatsInOneWay(body: PatternNode): boolean {
  const builder = new Builder();
  const fragment = builder.fragment(body);
  // Rounds that may be empty can stand in any order.
  if (fragment === undefined || fragment.nullable) return false;
  const loop = builder.repeat(fragment);
  return builder.isDeterministic(loop);
}

/** The same of a whole pattern that is tried from one place in a text. */
export function matchesInOneWay(pattern: PatternNode): boolean {
  const builder = new Builder();
  const fragment = builder.fragment(pattern);
  return fragment !== undefined && builder.isDeterministic(fragment);
}

class Builder {
  private readonly positions: Position[] = [];

  /** Undefined for what no automaton matches, and for what is too large to look at. */
  fragment(node: PatternNode): Fragment | undefined {
    const characters = codePointsOf(node);
    if (characters) return this.character(characters);
    switch (node.type) {
      case 'alternative':
        return this.sequence(node.body);
      case 'disjunction':
        return this.choice(node.body);
      case 'group':
        return node.behavior === 'normal' || node.behavior === 'ignore' ? this.sequence(node.body) : undefined;
      case 'quantifier':
        return this.quantified(node);
      case 'anchor':
        // An anchor only takes away ways through the text.
        return EMPTY;
      default:
        return undefined;
    }
  }

  repeat(body: Fragment): Fragment {
    for (const position of body.last) position.next.push(...body.first);
    return body;
  }

  isDeterministic({ first }: Fragment): boolean {
    return [first, ...this.positions.map(({ next }) => next)].every(isDisjoint);
  }

  private character(characters: CodePoints): Fragment | undefined {
    if (this.positions.length >= MAX_POSITIONS) return undefined;
    const position = { characters, next: [] };
    this.positions.push(position);
    return { first: [position], last: [position], nullable: false };
  }

  private sequence(nodes: readonly PatternNode[]): Fragment | undefined {
    let whole: Fragment = EMPTY;
    for (const node of nodes) {
      const part = this.fragment(node);
      if (part === undefined) return undefined;
      for (const position of whole.last) position.next.push(...part.first);
      whole = {
        first: whole.nullable ? [...whole.first, ...part.first] : whole.first,
        last: part.nullable ? [...whole.last, ...part.last] : part.last,
        nullable: whole.nullable && part.nullable,
      };
    }
    return whole;
  }

  private choice(nodes: readonly PatternNode[]): Fragment | undefined {
    const parts: Fragment[] = [];
    for (const node of nodes) {
      const part = this.fragment(node);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    // Two empty branches are two ways to match nothing.
    if (parts.filter(({ nullable }) => nullable).length > 1) return undefined;
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      nullable: parts.some(({ nullable }) => nullable),
    };
  }

  private quantified({ body: [body], min, max }: Extract<PatternNode, { type: 'quantifier' }>): Fragment | undefined {
    if (max === 0) return EMPTY;
    const part = this.fragment(body);
    if (part === undefined) return undefined;
    // Copies of what may be empty can take the same character each.
    if (max !== 1 && part.nullable) return undefined;
    if (max !== 1) this.repeat(part);
    return { ...part, nullable: part.nullable || min === 0 };
  }
}

function isDisjoint(positions: readonly Position[]): boolean {
  return positions.every(({ characters }, index) =>
    positions.slice(index + 1).every((other) => !overlaps(characters, other.characters)),
  );
}
