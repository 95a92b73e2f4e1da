import type { ParameterIn } from './operation.ts';

/** The part of an exchange that a clause is about. */
export type ClausePart =
  /** Every response of the operation, whatever its status. */
  | { readonly kind: 'any-response' }
  | { readonly kind: 'security' }
  | { readonly kind: 'parameter'; readonly in: ParameterIn; readonly name: string }
  /** Without a media type: the body as such, whether it is there and in which media type. */
  | { readonly kind: 'request-body'; readonly mediaType?: string | undefined }
  /** `status` as the document writes it: `200`, `2XX` or `default`. */
  | { readonly kind: 'response'; readonly status: string }
  | { readonly kind: 'response-body'; readonly status: string; readonly mediaType: string }
  | { readonly kind: 'response-header'; readonly status: string; readonly name: string };

/** Writes a part for people, e.g. `query tags` or `response default body application/json`; clause ids contain it. */
export function formatPart(part: ClausePart): string {
  switch (part.kind) {
    case 'any-response':
      return 'response';
    case 'security':
      return 'security';
    case 'parameter':
      return `${part.in} ${part.name}`;
    case 'request-body':
      return part.mediaType === undefined ? 'request body' : `request body ${part.mediaType}`;
    case 'response':
      return `response ${part.status}`;
    case 'response-body':
      return `response ${part.status} body ${part.mediaType}`;
    case 'response-header':
      return `response ${part.status} header ${part.name}`;
  }
}

/** True if two values name the same part of an exchange. */
export function isSamePart(a: ClausePart, b: ClausePart): boolean {
  return a === b || (a.kind === b.kind && formatPart(a) === formatPart(b));
}

/** True for a part of an error response, or of the one that stands for all undocumented statuses. */
export function isErrorPart(part: ClausePart): boolean {
  return 'status' in part && /^(default|[45])/.test(part.status);
}

/** True for the clause that a property may be absent; those of its values point into its schema. */
export function isOptionalProperty({ schemaPointer }: { readonly schemaPointer: string }): boolean {
  return /\/properties\/[^/]*$/.test(schemaPointer);
}
