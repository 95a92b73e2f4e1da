/**
 * Requires a module that {@link runWithDeadline} may have ended while it was loaded: V8 then skips the `finally` in which Node.js forgets it, and
 * gives what was there of it from then on.
 */
export function requireWhole(require: NodeJS.Require, id: string): unknown {
  const half = require.cache[require.resolve(id)];
  if (half) forgetUnloaded(require, half);
  return require(id);
}

function forgetUnloaded(require: NodeJS.Require, { id, loaded, children }: NodeJS.Module): void {
  if (loaded || require.cache[id] === undefined) return;
  delete require.cache[id];
  for (const child of children) forgetUnloaded(require, child);
}
