import type { Operation } from '../../core/model.ts';
import type { MockRequest } from '../../mock/request-log.ts';
import type { Contract } from '../../openapi/contract.ts';

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

const LONGEST_PATH = 120;

/** A line for a request: `POST /pets 422 0.3 ms  body member id must be an integer, got "7"`. */
export function formatRequestLine({ method, path, status, durationMs, problems }: MockRequest): string {
  const shown = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}...` : path;
  const line = `${method} ${shown} ${status} ${durationMs.toFixed(1)} ms`;
  return printable(problems.length === 0 ? line : `${line}  ${problems.join('; ')}`);
}

/** What came over the network must not steer the terminal that shows it. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`);
}
