import { parts } from '../../openapi/clauses/clauses.ts';
import { parseMediaType } from '../../openapi/media-type.ts';
import { sentType } from '../values/placeholder-body.ts';
import { bodyType } from '../requests/build-request.ts';
import type { Ground, Planned } from './case-spec.ts';

/** Multipart bodies that no reader can take apart: a boundary is required, and has to be that of the parts (RFC 2046 section 5.1.1). */
export function* multipartBodies({ contract, operation, full }: Ground): Generator<Planned> {
  const type = bodyType(operation);
  const sent = sentType(type?.type ?? '');
  // A service that takes any other multipart may keep it as it is.
  if (!type || parseMediaType(sent)?.essence !== 'multipart/form-data' || full.body === undefined) return;
  const about = [contract.clauseAt(operation, parts.requestBody(type.type), type.pointer)];
  const under = (contentType: string) => ({ ...full, headers: { 'content-type': contentType } });
  yield { id: 'body under a content type without its boundary', draft: under(sent), intent: 'reject', about };
  yield {
    id: 'body under a content type with another boundary',
    draft: under(`${sent}; boundary=another`),
    intent: 'reject',
    about,
  };
}
