import { singularWords, words } from '../names.ts';
import type { InferredType } from './inferred-type.ts';
import type { PathNode } from './path-tree.ts';

/**
 * A unique name for each type: `book`, or `author.book` if a `book` with a shorter path has that name already.
 * Types with an item path come first, singletons last.
 * @param given names that are settled, e.g. by configuration
 */
export function nameTypes(
  types: readonly InferredType[],
  given: ReadonlyMap<InferredType, string> = new Map(),
): ReadonlyMap<InferredType, string> {
  const names = new Map(given);
  const taken = new Set(given.values());
  const counts = new Map<string, number>();
  const ranked = types.map((inferred) => ({ inferred, rank: inferred.singleton ? 2 : inferred.item ? 0 : 1 }));
  for (const { inferred } of ranked.sort((a, b) => a.rank - b.rank)) {
    if (names.has(inferred)) continue;
    const name =
      [...candidates(inferred)].find((candidate) => !taken.has(candidate)) ?? numbered(inferred, taken, counts);
    names.set(inferred, name);
    taken.add(name);
  }
  return names;
}

function numbered(inferred: InferredType, taken: ReadonlySet<string>, counts: Map<string, number>): string {
  const own = inferred.words.join('-');
  let number = counts.get(own) ?? 2;
  while (taken.has(`${own}-${number}`)) number++;
  counts.set(own, number + 1);
  return `${own}-${number}`;
}

function* candidates(inferred: InferredType): Generator<string> {
  const own = inferred.words.join('-');
  yield own;
  if (inferred.singleton) yield `${own}.singleton`;
  let qualified = own;
  for (let { parent } = inferred; parent !== undefined; parent = parent.parent) {
    qualified = `${parent.words.join('-')}.${qualified}`;
    yield qualified;
  }
  const literal = literalAbove(inferred.item ?? inferred.collection, own);
  if (literal) yield `${literal}.${own}`;
  for (const parameter of inferred.parameters) yield `${own}.${parameter}`;
}

/** The nearest literal segment above a node with another name, in the singular. */
function literalAbove(node: PathNode | undefined, own: string): string | undefined {
  for (let above = node?.parent; above !== undefined; above = above.parent) {
    const name = above.kind === 'literal' ? singularWords(words(above.text)).join('-') : own;
    if (name !== own && name !== '') return name;
  }
  return undefined;
}
