import type { ServedDocument } from './served-document.ts';

const DEFAULT_PREFIX = '/__mock';

/** Returns the path under which the mock itself is steered: `/__mock`, or another one if the document has that. */
export function controlPrefix(documents: readonly ServedDocument[]): string {
  const paths = documents.flatMap(({ contract, basePaths }) =>
    basePaths.flatMap((basePath) => contract.operations.map(({ path }) => basePath + path)),
  );
  const isTaken = (prefix: string) =>
    paths.some((path) => path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`));
  let prefix = DEFAULT_PREFIX;
  for (let number = 2; isTaken(prefix); number++) prefix = `${DEFAULT_PREFIX}-${number}`;
  return prefix;
}
