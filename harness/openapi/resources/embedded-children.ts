import { appendTokens, parsePointer } from '../../core/json/pointer.ts';
import type { ResourceType } from './model.ts';
import { nameKey, words } from './names.ts';

/** A property in which a record shows those below it: the `members` of a channel, or its `lastMessage`. */
export interface EmbeddedChildren {
  /** JSON Pointer of a property at the top of the record. */
  readonly pointer: string;
  /** All in an array, or the latest in an object. */
  readonly kind: 'all' | 'latest';
  /** Names of what it shows of each. */
  readonly names: ReadonlySet<string>;
}

const LATEST = /^(last|latest|newest|most recent) (.+)$/;

/** Finds where records show those of a type below them; only the service sets that. */
export function embeddedChildren(child: ResourceType, parent: ResourceType): EmbeddedChildren[] {
  const reader = parent.operations.find(({ role, scope, response }) => role === 'read' && scope === 'item' && response);
  const isSet = new Set(
    parent.properties.flatMap(({ pointer, serverSet }) => (serverSet === undefined ? [] : pointer)),
  );
  const own = new Set(child.properties.map(({ pointer }) => parsePointer(pointer)[0]));
  const pointers = (reader?.response?.properties ?? []).map(({ pointer }) => pointer);
  const tops = new Set(pointers.map((pointer) => parsePointer(pointer)[0] ?? ''));
  return [...tops].flatMap((top): EmbeddedChildren[] => {
    const pointer = appendTokens('', top);
    const kind = kindOf(top, child);
    if (kind === undefined || ![...isSet].some((each) => each === pointer || each.startsWith(`${pointer}/`))) return [];
    const inside = kind === 'all' ? `${pointer}/*/` : `${pointer}/`;
    const inner = pointers.filter((each) => each.startsWith(inside) && !each.startsWith(`${pointer}/*/*`));
    const names = new Set(inner.map((each) => parsePointer(each.slice(inside.length - 1))[0] ?? ''));
    return names.size > 1 && [...names].every((name) => own.has(name)) ? [{ pointer, kind, names }] : [];
  });
}

function kindOf(name: string, { words: own }: ResourceType): EmbeddedChildren['kind'] | undefined {
  const [, , latest] = LATEST.exec(words(name).join(' ')) ?? [];
  if (latest !== undefined && nameKey(latest) === nameKey(own)) return 'latest';
  return nameKey(name) === nameKey(own) ? 'all' : undefined;
}
