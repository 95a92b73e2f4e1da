import type { CST } from 'yaml';

/**
 * Finds a collection that is nested in more than `limit` others. Walks the tokens of the parser without recursion, because composing
 * thousands of levels overflows the stack of the process.
 * @returns its offset, or undefined if there is none
 */
export function findNestingBeyond(tokens: readonly CST.Token[], limit: number): number | undefined {
  const pending = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { token, depth } = next;
    if (depth > limit) return token.offset;
    for (const inner of enclosed(token)) pending.push({ token: inner, depth: depth + 1 });
  }
  return undefined;
}

function enclosed(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : [];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [key ?? [], value ?? []].flat());
}
