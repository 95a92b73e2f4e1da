import { isObject, tryParseJson } from '../../../core/json/index.ts';
import { FirstIn } from '../records/first-in.ts';

const MAX_VISITORS = 1000;

/** Who sends requests where the document has no sign-in: each has credentials of its own. */
export class Visitors {
  private readonly numbers = new Map<string, number>();
  private readonly oldest = new FirstIn<string>(this.numbers);
  private readonly schemes = new Set<string>();
  private last = 0;

  /** The number of whoever has some credentials; 0 for the first of each scheme, as one client may use several. */
  numberOf(scheme: string, credentials: string): number {
    const name = `${scheme} ${subjectOf(credentials)}`;
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    const number = this.schemes.has(scheme) ? ++this.last : 0;
    this.schemes.add(scheme);
    this.numbers.set(name, number);
    const oldest = this.numbers.size > MAX_VISITORS ? this.oldest.next() : undefined;
    if (oldest !== undefined) this.numbers.delete(oldest);
    return number;
  }

  clear(): void {
    this.numbers.clear();
    this.schemes.clear();
    this.last = 0;
  }
}

/** What stays the same as a client renews its credentials: the subject of a JWT (RFC 7519 section 4.1.2), the user name of Basic. */
function subjectOf(credentials: string): string {
  const [, claims = ''] = credentials.split('.');
  const parsed = tryParseJson(Buffer.from(claims, 'base64url').toString('utf8'));
  const subject = 'value' in parsed && isObject(parsed.value) ? parsed.value['sub'] : undefined;
  if (typeof subject === 'string') return `sub ${subject}`;
  const [, name] =
    /^([\x20-\x39\x3b-\x7e]+):[\x20-\x7e]*$/.exec(Buffer.from(credentials, 'base64').toString('latin1')) ?? [];
  return name === undefined ? credentials : `user ${name}`;
}
