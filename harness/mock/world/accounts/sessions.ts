import type { ReceivedRequest } from '../../../core/received-request.ts';
import { credentialsIn } from '../../../core/secrets/secret-values.ts';
import { splitQuery } from '../../../openapi/parameters/percent-decoding.ts';
import { FirstIn } from '../records/first-in.ts';
import type { RecordPath } from '../records/stored-record.ts';

const MAX_SESSIONS = 1000;

/** Who each token belongs to: the path of the record that stands for the user. */
export class Sessions {
  private readonly users = new Map<string, RecordPath>();
  private readonly oldest = new FirstIn<string>(this.users);
  private opened = 0;

  /** A number that no other session has had. */
  next(): number {
    return ++this.opened;
  }

  open(token: string, user: RecordPath): void {
    this.users.set(token, user);
    const first = this.users.size > MAX_SESSIONS ? this.oldest.next() : undefined;
    if (first !== undefined) this.users.delete(first);
  }

  /** Finds the user whose token a request has, wherever it is. */
  userOf({ headers, query }: Pick<ReceivedRequest, 'headers' | 'query'>): RecordPath | undefined {
    if (this.users.size === 0) return undefined;
    const sent = Object.values(headers).flatMap((value) => credentialsIn(String(value ?? '')));
    const found = [...sent, ...splitQuery(query).map(([, value]) => value)].find((each) => this.users.has(each ?? ''));
    return this.users.get(found ?? '');
  }

  clear(): void {
    this.users.clear();
  }
}
