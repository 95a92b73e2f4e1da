import type { Contract } from '../../openapi/contract.ts';
import { secondIdentifiers } from '../../openapi/resources/prose/second-identifiers.ts';
import { pathName, type RecordPath } from './records/stored-record.ts';
import type { TypeWorld } from './type-world.ts';

interface Second {
  readonly types: TypeWorld;
  /** Names of the properties that stand for the identifier. */
  readonly names: readonly string[];
}

/** Finds records by what the document takes in place of their identifiers: `/posts/{id}` with `the ID or slug of the post`. */
export class SecondIdentifiers {
  /** By the names of identifiers in paths. */
  private readonly told: ReadonlyMap<string, Second>;

  constructor(contract: Contract, all: readonly TypeWorld[]) {
    const told = all.map((types) => {
      const { type, shape } = types;
      const names = secondIdentifiers(contract, type, shape.representation);
      return [pathName(type.name, type.identifiers[0]?.name ?? ''), { types, names }] as const;
    });
    this.told = new Map(told.filter(([, { names }]) => names.length > 0));
  }

  /** The path with the identifiers of the records that it names by something else. */
  resolve(path: RecordPath): RecordPath {
    if (this.told.size === 0) return path;
    let resolved = path;
    for (const [name, value] of path) {
      const second = this.told.get(name);
      const identifier = second && identifierOf(second, resolved, name, String(value));
      if (identifier !== undefined) resolved = new Map([...resolved, [name, identifier]]);
    }
    return resolved;
  }
}

function identifierOf({ types, names }: Second, path: RecordPath, name: string, text: string) {
  const key = types.paths.keyIn(path);
  if (key === undefined || !types.isPrepared) return undefined;
  types.first.populate(path);
  if (types.store.get(key) || types.store.isDeleted(key)) return undefined;
  const siblings = types.store.list(types.paths.scopeOf(path));
  return siblings.find(({ value }) => names.some((each) => value[each] === text))?.path.get(name);
}
