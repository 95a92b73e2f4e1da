import { editDistance } from '../../core/errors.ts';

/** Longer paths are no slips of the finger. */
const MAX_CHARS = 300;
/** What a segment too many or too few counts, beside letters. */
const SEGMENT_COST = 2;
/** Leading segments that clients add to a document without a base path: `/api/v1`. */
const MAX_PREFIX = 2;

/** Finds the path template that a path is nearest to, with a value for each of its parameters. @returns undefined if none is near */
export function nearestPath(path: string, templates: readonly string[]): string | undefined {
  if (path.length > MAX_CHARS) return undefined;
  const sent = segmentsOf(path.toLowerCase());
  const ranked = templates.flatMap((template) => {
    const own = segmentsOf(template.toLowerCase());
    const prefixes = Array.from({ length: Math.min(MAX_PREFIX + 1, sent.length) }, (_, index) => index);
    const costs = prefixes.map((count) => count * SEGMENT_COST + costOf(sent.slice(count), own));
    const cost = Math.min(...costs);
    return Number.isFinite(cost) ? [{ template, cost, literals: own.filter(isLiteral).length }] : [];
  });
  // `/users/me` is rather that than `/users/{id}`.
  return ranked.sort((a, b) => a.cost - b.cost || b.literals - a.literals)[0]?.template;
}

/** How many letters and segments differ; infinite for a path that has something else in place of a segment. */
function costOf(sent: readonly string[], own: readonly string[]): number {
  const [differing, shared] = [Math.abs(sent.length - own.length), Math.min(sent.length, own.length)];
  if (differing > 1 || shared === 0) return Number.POSITIVE_INFINITY;
  let cost = differing * SEGMENT_COST;
  for (const [index, segment] of own.slice(0, shared).entries()) {
    if (!isLiteral(segment)) continue;
    const distance = editDistance(sent[index] ?? '', segment);
    if (distance > Math.max(1, segment.length * MAX_SHARE)) return Number.POSITIVE_INFINITY;
    cost += distance;
  }
  // Nothing but parameters is near to everything.
  return own.slice(0, shared).some(isLiteral) ? cost : Number.POSITIVE_INFINITY;
}

/** Of the letters of a segment, which may differ. */
const MAX_SHARE = 0.4;

function isLiteral(segment: string): boolean {
  return !segment.includes('{');
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}
