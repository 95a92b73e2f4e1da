import type { Contract } from '../../openapi/contract.ts';

const DEFAULT_PREFIX = '/__mock';

/** Returns the path under which the mock itself is steered: `/__mock`, or another one if the document has that. */
export function controlPrefix({ operations }: Contract): string {
  const isTaken = (prefix: string) =>
    operations.some(({ path }) => path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`));
  let prefix = DEFAULT_PREFIX;
  for (let number = 2; isTaken(prefix); number++) prefix = `${DEFAULT_PREFIX}-${number}`;
  return prefix;
}
