import type { SchemaResource } from './schema-resources.ts';

/**
 * The dynamic scopes of a document (JSON Schema core, section 7.1): the schema that a `$dynamicAnchor` names depends on the references
 * followed so far. A pointer contains its scope: `#2/components/schemas/List` is `#/components/schemas/List` in scope number 2.
 */
export class DynamicScope {
  private readonly resources: ReadonlyMap<string, SchemaResource>;
  /** Pointers by anchor, for each scope; scope 0 is empty and is not written. */
  private readonly scopes: ReadonlyMap<string, string>[] = [new Map()];
  private readonly numbers = new Map<string, number>();
  private readonly entered = new Map<string, string>();

  constructor(resources: readonly SchemaResource[]) {
    this.resources = new Map(resources.map((resource) => [resource.pointer, resource]));
  }

  /** Returns the pointer in the scope that applies there: it binds the anchors of its resource that are not bound yet. */
  enter(pointer: string): string {
    const cached = this.entered.get(pointer);
    if (cached !== undefined) return cached;
    const bound = this.boundAt(pointer);
    const added = [...(this.resourceOf(pointer)?.dynamicAnchors ?? [])].filter(([name]) => !bound.has(name));
    const entered =
      added.length === 0 ? pointer : `#${this.numberOf(new Map([...bound, ...added]))}${stripScope(pointer).slice(1)}`;
    this.entered.set(pointer, entered);
    return entered;
  }

  /** Returns the target of a reference in the scope of the pointer that it is at. */
  follow(from: string, target: string): string {
    return this.enter(`${from.slice(0, scopeEnd(from))}${target.slice(1)}`);
  }

  /** Returns the target of a `$dynamicRef`: the anchor of that name in the outermost resource of the scope. */
  followDynamic(from: string, target: string): string {
    const name = [...(this.resourceOf(target)?.dynamicAnchors ?? [])].find(([, anchored]) => anchored === target)?.[0];
    return this.follow(from, this.boundAt(from).get(name ?? '') ?? target);
  }

  /** Finds the schema resource that a pointer is in. */
  resourceOf(pointer: string): SchemaResource | undefined {
    for (let outer = stripScope(pointer); ; outer = outer.slice(0, outer.lastIndexOf('/'))) {
      const found = this.resources.get(outer);
      if (found || outer.length <= 1) return found;
    }
  }

  private boundAt(pointer: string): ReadonlyMap<string, string> {
    return this.scopes[Number(pointer.slice(1, scopeEnd(pointer)))] ?? new Map();
  }

  private numberOf(bound: ReadonlyMap<string, string>): number {
    const key = JSON.stringify([...bound].sort());
    const existing = this.numbers.get(key);
    if (existing !== undefined) return existing;
    this.numbers.set(key, this.scopes.length);
    return this.scopes.push(bound) - 1;
  }
}

/** Returns the pointer without its scope. */
export function stripScope(pointer: string): string {
  const end = scopeEnd(pointer);
  return end === 1 ? pointer : `#${pointer.slice(end)}`;
}

function scopeEnd(pointer: string): number {
  if (pointer.length < 2 || pointer[1] === '/') return 1;
  const slash = pointer.indexOf('/');
  return slash === -1 ? pointer.length : slash;
}
