import { sentType } from '../../generate/values/placeholder-body.ts';
import { bodyType } from '../../generate/requests/build-request.ts';
import { parts } from '../../openapi/clauses/clauses.ts';
import { parseMediaType } from '../../openapi/media-type.ts';
import { type Break, makeBreak } from '../mutant.ts';
import { boundaryOf, isApart } from '../../openapi/body/multipart-boundary.ts';
import type { Subject } from '../operation-context.ts';
import { type Concerns, lettingIn } from './mutate-validation.ts';

/** Services that take a multipart body whose parts cannot be told from each other (RFC 2046 section 5.1.1). */
export function* lenientMultipart(subject: Subject): Generator<Break> {
  const { contract, operation } = subject;
  const type = bodyType(operation);
  if (!type || parseMediaType(sentType(type.type))?.essence !== 'multipart/form-data') return;
  const clause = contract.clauseAt(operation, parts.requestBody(type.type), type.pointer);
  const one = (takes: string, concerns: Concerns): Break =>
    makeBreak(operation, {
      clause,
      kind: 'let in',
      says: `takes parts ${takes}`,
      about: clause,
      alter: lettingIn(subject, [clause], concerns),
    });
  yield one('without their boundary', (_, request) => boundaryOf(request) === undefined);
  yield one('under another boundary', (_, request) => boundaryOf(request) !== undefined && !isApart(request));
}
