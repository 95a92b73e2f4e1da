import type { MockRequest } from './request-log.ts';

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
