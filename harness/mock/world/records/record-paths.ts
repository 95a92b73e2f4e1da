import type { ResourceType } from '../../../openapi/resources/model.ts';
import { keyOf, pathName, type RecordPath } from './stored-record.ts';

const MAX_POSITION = 1000;

/** The identifiers in the paths of the records of a type, and the keys that they make. */
export class RecordPaths {
  /** Names of the identifiers of the records themselves. */
  readonly ownNames: readonly string[];
  /** Those of the records above. */
  private readonly scopeNames: readonly string[];
  private readonly isSingleton: boolean;
  private latestPath: RecordPath | undefined;
  private latestKey: string | undefined;

  constructor(type: ResourceType, above: readonly ResourceType[]) {
    this.ownNames = namesOf(type);
    this.scopeNames = above.flatMap(namesOf);
    this.isSingleton = type.singleton;
  }

  get names(): readonly string[] {
    return [...this.scopeNames, ...this.ownNames];
  }

  /** True if nothing in a path identifies a record. */
  get areUnidentified(): boolean {
    return this.ownNames.length === 0 && !this.isSingleton;
  }

  /** The key of the record above; undefined if the path does not name it. */
  scopeOf(path: RecordPath): string | undefined {
    return keyOf('', this.scopeNames, path);
  }

  /** The key of the record that a path names; undefined if it names none, as where nothing identifies records. */
  keyIn(path: RecordPath): string | undefined {
    // A new record is looked up by its path several times.
    if (path !== this.latestPath) this.latestKey = this.makeKey(path);
    this.latestPath = path;
    return this.latestKey;
  }

  /** The position of a record among all, as far as a path tells by a number: what has a greater one is the younger. */
  positionIn(path: RecordPath): number {
    const number = Number(String(path.get(this.ownNames.at(-1) ?? '')));
    return Number.isSafeInteger(number) && number > 0 ? Math.min(number, MAX_POSITION) : 1;
  }

  private makeKey(path: RecordPath): string | undefined {
    const scope = this.areUnidentified ? undefined : this.scopeOf(path);
    return scope === undefined ? undefined : keyOf(scope, this.ownNames, path);
  }
}

function namesOf({ name, identifiers }: ResourceType): string[] {
  return identifiers.map((each) => pathName(name, each.name));
}
