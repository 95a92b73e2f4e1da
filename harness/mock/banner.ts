import type { Operation } from '../core/model.ts';
import type { Contract } from '../openapi/contract.ts';

/** What the mock says when it starts: where it listens, and each operation with a command to paste. */
export function formatBanner(url: string, contract: Contract, curlOf: (operation: Operation) => string): string {
  const operations = contract.operations.map(
    (operation) => `  ${operation.method} ${operation.path}  ${operation.summary}\n    ${curlOf(operation)}`,
  );
  const { file } = contract.document;
  return [
    `Mocking ${file} at ${url}`,
    '',
    ...operations,
    '',
    'On demand: -H "Prefer: code=503", example=NAME, dynamic=true, wait=2. Stop with Ctrl-C.',
  ].join('\n');
}
