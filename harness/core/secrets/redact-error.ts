import { SecretValues } from './secret-values.ts';

/** Masks secrets in the message of an error. */
export function redactError(error: unknown, secrets: Iterable<string>): unknown {
  if (!(error instanceof Error)) return error;
  const values = new SecretValues(secrets);
  error.message = values.mask(error.message);
  if (error.stack !== undefined) error.stack = values.mask(error.stack);
  return error;
}
