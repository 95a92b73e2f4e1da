import { singularWords, words } from './names.ts';
import type { PathNode } from './path-tree.ts';
import type { TypeDraft } from './type-draft.ts';

/**
 * A unique name for each type: `book`, or `author.book` if a `book` with a shorter path has that name already.
 * Types with an item path come first, singletons last.
 * @param given names that are settled, e.g. by configuration
 */
export function nameTypes(
  drafts: readonly TypeDraft[],
  given: ReadonlyMap<TypeDraft, string> = new Map(),
): ReadonlyMap<TypeDraft, string> {
  const names = new Map(given);
  const taken = new Set(given.values());
  const counts = new Map<string, number>();
  const ranked = drafts.map((draft) => ({ draft, rank: draft.singleton ? 2 : draft.item ? 0 : 1 }));
  for (const { draft } of ranked.sort((a, b) => a.rank - b.rank)) {
    if (names.has(draft)) continue;
    const name = [...candidates(draft)].find((candidate) => !taken.has(candidate)) ?? numbered(draft, taken, counts);
    names.set(draft, name);
    taken.add(name);
  }
  return names;
}

function numbered(draft: TypeDraft, taken: ReadonlySet<string>, counts: Map<string, number>): string {
  const own = draft.words.join('-');
  let number = counts.get(own) ?? 2;
  while (taken.has(`${own}-${number}`)) number++;
  counts.set(own, number + 1);
  return `${own}-${number}`;
}

function* candidates(draft: TypeDraft): Generator<string> {
  const own = draft.words.join('-');
  yield own;
  if (draft.singleton) yield `${own}.singleton`;
  let qualified = own;
  for (let { parent } = draft; parent !== undefined; parent = parent.parent) {
    qualified = `${parent.words.join('-')}.${qualified}`;
    yield qualified;
  }
  const literal = literalAbove(draft.item ?? draft.collection, own);
  if (literal) yield `${literal}.${own}`;
  for (const parameter of draft.parameters) yield `${own}.${parameter}`;
}

/** The nearest literal segment above a node with another name, in the singular. */
function literalAbove(node: PathNode | undefined, own: string): string | undefined {
  for (let above = node?.parent; above !== undefined; above = above.parent) {
    const name = above.kind === 'literal' ? singularWords(words(above.text)).join('-') : own;
    if (name !== own && name !== '') return name;
  }
  return undefined;
}
