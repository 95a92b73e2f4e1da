import type { ReceivedRequest } from '../../../core/received-request.ts';
import { credentialsIn } from '../../../core/secrets/secret-values.ts';
import { splitQuery } from '../../../openapi/parameters/percent-decoding.ts';
import { FirstIn } from '../records/first-in.ts';
import type { RecordPath } from '../records/stored-record.ts';
import { Visitors } from './visitors.ts';

const MAX_TOKENS = 1000;

/** The credentials of a request. */
type Sender = Pick<ReceivedRequest, 'headers' | 'query'>;

/** What one sign-in has given: its access tokens, refresh tokens and cookies end together. */
export interface Session {
  /** The path of the record that stands for the user; undefined if the document shows none. */
  readonly user: RecordPath | undefined;
}

/** Who each token belongs to, and which ones a sign-out has ended. */
export class Sessions {
  private readonly open = new Map<string, Session>();
  private readonly ended = new Set<string>();
  private readonly oldest = new FirstIn<string>(this.open);
  private readonly oldestEnded = new FirstIn<string>(this.ended);
  readonly visitors = new Visitors();
  private opened = 0;
  private first: string | undefined;

  /** True for the user who was the first to ask for records that each user has alone. */
  isFirst(user: string): boolean {
    this.first ??= user;
    return this.first === user;
  }

  /** A number that no other session has had. */
  next(): number {
    return ++this.opened;
  }

  add(token: string, session: Session): void {
    this.ended.delete(token);
    this.open.set(token, session);
    const first = this.open.size > MAX_TOKENS ? this.oldest.next() : undefined;
    if (first !== undefined) this.open.delete(first);
  }

  /** Finds the session of the token that a request has, wherever it is. */
  of(sender: Sender): Session | undefined {
    return this.open.size === 0 ? undefined : this.named(tokensOf(sender));
  }

  /** Finds the session of one of some tokens. */
  named(tokens: readonly string[]): Session | undefined {
    const found = tokens.find((each) => this.open.has(each));
    return found === undefined ? undefined : this.open.get(found);
  }

  /** Ends a session, or all of its user. */
  end(session: Session, isOfAll: boolean): void {
    const isEnded = ({ user }: Session) => isOfAll && user !== undefined && user === session.user;
    for (const [token, each] of this.open) if (each === session || isEnded(each)) this.endToken(token);
  }

  /** True if the token that a request has was ended. */
  hasEnded(sender: Sender): boolean {
    return this.ended.size > 0 && this.haveEnded(tokensOf(sender));
  }

  haveEnded(tokens: readonly string[]): boolean {
    return tokens.some((each) => this.ended.has(each));
  }

  clear(): void {
    this.open.clear();
    this.ended.clear();
    this.visitors.clear();
    this.first = undefined;
  }

  private endToken(token: string): void {
    this.open.delete(token);
    this.ended.add(token);
    const first = this.ended.size > MAX_TOKENS ? this.oldestEnded.next() : undefined;
    if (first !== undefined) this.ended.delete(first);
  }
}

function tokensOf({ headers, query }: Sender): string[] {
  const sent = Object.values(headers).flatMap((value) => credentialsIn(String(value ?? '')));
  return [...sent, ...splitQuery(query).map(([, value]) => value ?? '')];
}
