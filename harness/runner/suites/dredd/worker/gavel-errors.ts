import type { GavelError, GavelFields } from './load-dredd.ts';
import type { DreddFieldError } from './messages.ts';

/** Returns gavel's errors for each part of a response. */
export function gavelErrors(fields: GavelFields): DreddFieldError[] {
  return (['statusCode', 'headers', 'body'] as const).flatMap((field) =>
    (fields[field]?.errors ?? []).map((error) => ({ field, message: error.message, ...violatedKeyword(field, error) })),
  );
}

function violatedKeyword(field: DreddFieldError['field'], error: GavelError): Pick<DreddFieldError, 'violated'> {
  const { keyword, path = '', place, member } = error;
  if (field !== 'body' || keyword === undefined) return {};
  return {
    violated: { keyword, path, ...(place && { pointer: place }), ...(member !== undefined && { property: member }) },
  };
}
