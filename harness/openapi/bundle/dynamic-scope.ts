import type { SchemaResource } from './schema-resources.ts';

/**
 * Which schema each `$dynamicAnchor` names at a place depends on the way that led there (JSON Schema core, section 7.1). A pointer carries
 * that with it: `#2/components/schemas/List` is the schema at `#/components/schemas/List` in the scope with number 2.
 */
export class DynamicScope {
  private readonly resources: ReadonlyMap<string, SchemaResource>;
  /** What each scope has bound; the one with number 0 has bound nothing, and is not written. */
  private readonly scopes: ReadonlyMap<string, string>[] = [new Map()];
  private readonly numbers = new Map<string, number>();
  private readonly entered = new Map<string, string>();

  constructor(resources: readonly SchemaResource[]) {
    this.resources = new Map(resources.map((resource) => [resource.pointer, resource]));
  }

  /** The pointer in the scope that holds at its place: what its resource names is bound, unless it was bound before. */
  enter(pointer: string): string {
    const known = this.entered.get(pointer);
    if (known !== undefined) return known;
    const bound = this.boundAt(pointer);
    const added = [...(this.resourceOf(pointer)?.dynamicAnchors ?? [])].filter(([name]) => !bound.has(name));
    const entered =
      added.length === 0 ? pointer : `#${this.numberOf(new Map([...bound, ...added]))}${stripScope(pointer).slice(1)}`;
    this.entered.set(pointer, entered);
    return entered;
  }

  /** Where a reference at a pointer leads to, in the scope of that pointer. */
  follow(from: string, target: string): string {
    return this.enter(`${from.slice(0, scopeEnd(from))}${target.slice(1)}`);
  }

  /** Where a `$dynamicRef` at a pointer leads to: the outermost resource on the way there that has an anchor of that name decides. */
  followDynamic(from: string, target: string): string {
    const name = [...(this.resourceOf(target)?.dynamicAnchors ?? [])].find(([, place]) => place === target)?.[0];
    return this.follow(from, this.boundAt(from).get(name ?? '') ?? target);
  }

  /** The schema resource that a place belongs to. */
  resourceOf(pointer: string): SchemaResource | undefined {
    for (let place = stripScope(pointer); ; place = place.slice(0, place.lastIndexOf('/'))) {
      const found = this.resources.get(place);
      if (found || place.length <= 1) return found;
    }
  }

  private boundAt(pointer: string): ReadonlyMap<string, string> {
    return this.scopes[Number(pointer.slice(1, scopeEnd(pointer)))] ?? new Map();
  }

  private numberOf(bound: ReadonlyMap<string, string>): number {
    const key = JSON.stringify([...bound].sort());
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.scopes.length);
    return this.scopes.push(bound) - 1;
  }
}

/** The pointer without its scope: where it leads to in the document. */
export function stripScope(pointer: string): string {
  const end = scopeEnd(pointer);
  return end === 1 ? pointer : `#${pointer.slice(end)}`;
}

function scopeEnd(pointer: string): number {
  if (pointer.length < 2 || pointer[1] === '/') return 1;
  const slash = pointer.indexOf('/');
  return slash === -1 ? pointer.length : slash;
}
