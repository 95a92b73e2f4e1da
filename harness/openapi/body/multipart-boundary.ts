import type { ReceivedRequest } from '../../core/received-request.ts';
import { parseMediaType } from '../media-type.ts';

/** What separates the parts of a multipart body, as its content type says. */
export function boundaryOf({ headers }: ReceivedRequest): string | undefined {
  return parseMediaType(String(headers['content-type']))?.parameters.get('boundary');
}

/** Whether the parts of a form can be told from each other (RFC 2046 section 5.1.1); any other body is one. */
export function hasMatchingBoundary(request: ReceivedRequest): boolean {
  if (parseMediaType(String(request.headers['content-type']))?.essence !== 'multipart/form-data') return true;
  const boundary = boundaryOf(request);
  return boundary !== undefined && Buffer.from(request.body).includes(`--${boundary}`);
}
