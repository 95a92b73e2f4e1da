import { escapeToken } from '../../../core/json/pointer.ts';
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
  /** What names the user whose record an only one is, where each has another. */
  readonly userName: string;
  private latestPath: RecordPath | undefined;
  private latestKey: string | undefined;

  constructor(type: ResourceType, above: readonly ResourceType[]) {
    this.ownNames = namesOf(type);
    this.scopeNames = above.flatMap(namesOf);
    this.isSingleton = type.singleton;
    this.userName = pathName(type.name, 'of user');
  }

  get names(): readonly string[] {
    return [...this.scopeNames, ...this.ownNames, ...(this.isSingleton ? [this.userName] : [])];
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
    if (scope === undefined) return undefined;
    const user = this.isSingleton ? path.get(this.userName) : undefined;
    return user === undefined ? keyOf(scope, this.ownNames, path) : `${scope}/${escapeToken(String(user))}`;
  }
}

function namesOf({ name, identifiers }: ResourceType): string[] {
  return identifiers.map((each) => pathName(name, each.name));
}
