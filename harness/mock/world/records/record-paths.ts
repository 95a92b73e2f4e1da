import { escapeToken } from '../../../core/json/pointer.ts';
import type { ResourceType } from '../../../openapi/resources/model.ts';
import { keyOf, pathName, type RecordPath } from './stored-record.ts';

const MAX_POSITION = 1000;

/** What names the user who sends a request, in its path. */
export const OF_USER = 'of user';

/** The identifiers in the paths of the records of a type, and the keys that they make. */
export class RecordPaths {
  /** Names of the identifiers of the records themselves. */
  readonly ownNames: readonly string[];
  /** Those of the records above. */
  private readonly scopeNames: readonly string[];
  private readonly isSingleton: boolean;
  /** What names the user whose record an only one is, where each has another. */
  readonly userName: string;
  /** Undefined for records that are the same for all users. */
  private readonly isFirstUser: ((user: string) => boolean) | undefined;
  private latestPath: RecordPath | undefined;
  private latestKey: string | undefined;

  /** @param isFirstUser for records that each user has alone, whether a user has the first ones */
  constructor(type: ResourceType, above: readonly ResourceType[], isFirstUser?: (user: string) => boolean) {
    this.ownNames = namesOf(type);
    this.scopeNames = above.flatMap(namesOf);
    this.isSingleton = type.singleton;
    this.userName = pathName(type.name, OF_USER);
    this.isFirstUser = isFirstUser;
  }

  get names(): readonly string[] {
    const ofUser = [...(this.isSingleton ? [this.userName] : []), ...(this.arePersonal ? [OF_USER] : [])];
    return [...this.scopeNames, ...this.ownNames, ...ofUser];
  }

  /** True for records that each user has alone. */
  get arePersonal(): boolean {
    return this.isFirstUser !== undefined;
  }

  /** The user whose records a path is about; undefined for whoever has the first ones, and if all users have the same. */
  userIn(path: RecordPath): string | undefined {
    const user = this.isFirstUser ? path.get(OF_USER) : undefined;
    return user === undefined || this.isFirstUser?.(String(user)) ? undefined : String(user);
  }

  /** True if nothing in a path identifies a record. */
  get areUnidentified(): boolean {
    return this.ownNames.length === 0 && !this.isSingleton;
  }

  /** The key of the record above; undefined if the path does not name it. */
  scopeOf(path: RecordPath): string | undefined {
    const user = this.userIn(path);
    return keyOf(user === undefined ? '' : `/${escapeToken(user)}`, this.scopeNames, path);
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
    if (this.areUnidentified) return undefined;
    const user = this.isSingleton ? path.get(this.userName) : undefined;
    if (user !== undefined) return keyOf('', [...this.scopeNames, this.userName], path);
    const scope = this.scopeOf(path);
    return scope === undefined ? undefined : keyOf(scope, this.ownNames, path);
  }
}

function namesOf({ name, identifiers }: ResourceType): string[] {
  return identifiers.map((each) => pathName(name, each.name));
}
