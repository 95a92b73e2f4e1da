import { appendTokens, parsePointer } from '../../core/json/pointer.ts';
import type { ResourceType, SchemaProperty } from './model.ts';
import { nameKey, words } from './names.ts';
import { recordTimes } from './operations/date-bounds.ts';

/** A property in which a record shows those below it: the `members` of a channel, its `lastMessage`, or the time of that. */
export interface EmbeddedChildren {
  /** JSON Pointer of a property at the top of the record. */
  readonly pointer: string;
  /** All in an array; the latest, or the next that is not over, in an object. */
  readonly kind: 'all' | 'latest' | 'next';
  /** Names of what it shows of each; undefined for `lastMessageAt`, which shows their time. */
  readonly names: ReadonlySet<string> | undefined;
  /** JSON Pointer of the time of those below, by which one is the latest or the next. */
  readonly time: string | undefined;
}

const ONE = /^(last|latest|newest|most recent|next|upcoming|soonest) (.+?)( at| on| date| time)?$/;

/** Finds where records show those of a type below them; only the service sets that. */
export function embeddedChildren(child: ResourceType, parent: ResourceType): EmbeddedChildren[] {
  const isSet = new Set(
    parent.properties.flatMap(({ pointer, serverSet }) => (serverSet === undefined ? [] : pointer)),
  );
  const own = new Set(child.properties.map(({ pointer }) => parsePointer(pointer)[0]));
  const shown = propertiesOf(parent);
  const pointers = shown.map(({ pointer }) => pointer);
  const tops = new Set(pointers.map((pointer) => parsePointer(pointer)[0] ?? ''));
  const times = recordTimes(propertiesOf(child));
  return [...tops].flatMap((top): EmbeddedChildren[] => {
    const pointer = appendTokens('', top);
    const found = kindOf(top, child);
    if (!found || ![...isSet].some((each) => each === pointer || each.startsWith(`${pointer}/`))) return [];
    const { kind } = found;
    const time = kind === 'next' ? times.start : times.added;
    if (found.isTime) {
      const isTime = shown.some((each) => each.pointer === pointer && each.format?.startsWith('date'));
      return isTime && time !== undefined ? [{ pointer, kind, names: undefined, time }] : [];
    }
    const inside = kind === 'all' ? `${pointer}/*/` : `${pointer}/`;
    const inner = pointers.filter((each) => each.startsWith(inside) && !each.startsWith(`${pointer}/*/*`));
    const names = new Set(inner.map((each) => parsePointer(each.slice(inside.length - 1))[0] ?? ''));
    return names.size > 1 && [...names].every((name) => own.has(name)) ? [{ pointer, kind, names, time }] : [];
  });
}

/** What a read shows, or else a list. */
function propertiesOf({ operations }: ResourceType): readonly SchemaProperty[] {
  const shown = (role: string) => operations.find((each) => each.role === role && each.response)?.response?.properties;
  return shown('read') ?? shown('list') ?? [];
}

function kindOf(
  name: string,
  { words: own }: ResourceType,
): { readonly kind: EmbeddedChildren['kind']; readonly isTime: boolean } | undefined {
  const [, which = '', what = '', time] = ONE.exec(words(name).join(' ')) ?? [];
  if (what !== '' && nameKey(what) === nameKey(own))
    return { kind: /^(next|upcoming|soonest)$/.test(which) ? 'next' : 'latest', isTime: time !== undefined };
  return nameKey(name) === nameKey(own) ? { kind: 'all', isTime: false } : undefined;
}
