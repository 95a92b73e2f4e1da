import type { Answer, Fault, Request } from '../../core/model.ts';
import { answerHead, arrived, type Bounds, bodyExcerpt } from './excerpt.ts';
import type { Paint } from '../console/style.ts';

/** Starts each line of foreign text, so that no line of it can pass for a workflow command of a CI system. */
const GUTTER = '| ';

/** The answer's head and the first lines of its body. */
export function answerLines(answer: Answer | Fault, bounds: Bounds, paint: Paint): string[] {
  const came = arrived(answer);
  const what = 'fault' in answer && answer.fault === 'foreign' ? 'it was' : 'until then';
  const partial = 'fault' in answer && came ? [`${what}: ${answerHead(came)}`] : [];
  return [answerHead(answer), ...partial, ...(came ? bodyLines(came.bytes, bounds, paint, came.omitted) : [])];
}

/** All headers and the body of a message, for those who want to see everything. */
export function messageLines(message: Request | Answer, bounds: Bounds, paint: Paint): string[] {
  const headers = message.headers.flatMap(([name, value]) => bodyExcerpt(Buffer.from(`${name}: ${value}`), bounds));
  const [body, omitted] = 'bytes' in message ? [message.bytes, message.omitted] : [message.body, 0];
  const lines = body ? bodyLines(body, bounds, paint, omitted) : [];
  return [...headers.map((line) => paint('quiet', GUTTER) + line), ...lines];
}

function bodyLines(bytes: Uint8Array, bounds: Bounds, paint: Paint, omitted: number | undefined): string[] {
  return bodyExcerpt(bytes, bounds, omitted).map((line) => paint('quiet', GUTTER) + line);
}
