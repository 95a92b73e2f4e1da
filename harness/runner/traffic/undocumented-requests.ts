import { formatLocation } from '../../core/errors.ts';
import type { SourceLocation } from '../../core/model.ts';

/** Requests to what the document does not have. */
export interface UndocumentedRequests {
  readonly method: string;
  /** With `{id}` in place of numbers, UUIDs and hexadecimal numbers. */
  readonly path: string;
  count: number;
  readonly first: SourceLocation;
}

const IDENTIFIER = /^(?:\d+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?=[a-f]*\d)[0-9a-f]{16,})$/i;
/** More than anybody reads; the others are counted. */
const MAX_LISTED = 500;

/** Counts undocumented requests in bounded memory. */
export class UndocumentedCounter {
  private readonly byName = new Map<string, UndocumentedRequests>();
  /** Requests beyond those that are listed. */
  private others = 0;

  add(method: string, pathname: string, location: SourceLocation): void {
    const path = pathname
      .split('/')
      .map((segment) => (IDENTIFIER.test(segment) ? '{id}' : segment))
      .join('/');
    const name = `${method} ${path}`;
    const known = this.byName.get(name);
    if (known) known.count++;
    else if (this.byName.size < MAX_LISTED) this.byName.set(name, { method, path, count: 1, first: location });
    else this.others++;
  }

  /** The most frequent ones first. */
  list(): readonly UndocumentedRequests[] {
    return [...this.byName.values()].sort((a, b) => b.count - a.count);
  }

  get total(): number {
    return this.list().reduce((sum, { count }) => sum + count, this.others);
  }
}

/** Says how often something undocumented was requested, and where first. */
export function formatOccurrences({ count, first }: UndocumentedRequests): string {
  return count === 1 ? `at ${formatLocation(first)}` : `${count} times, first at ${formatLocation(first)}`;
}
