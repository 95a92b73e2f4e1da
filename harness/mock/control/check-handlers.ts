import { didYouMean, InputError, UsageError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/model.ts';
import type { MockHandler, OverrideResponse } from './overrides.ts';
import { FieldReader } from './read-fields.ts';
import { readOverride } from './read-override.ts';

/** Responses and handlers by operationId, `METHOD /path`, or `*` for all. */
export type Handlers = Readonly<Record<string, OverrideResponse | MockHandler>>;

const FIELDS: Readonly<Record<keyof OverrideResponse, true>> = {
  status: true,
  headers: true,
  body: true,
  items: true,
  intervalMs: true,
  example: true,
  delayMs: true,
  abort: true,
};

/**
 * Checks what a program gives as responses and handlers.
 * @throws {UsageError} for an unknown property, with the nearest one, and for what is neither
 */
export function checkHandlers(handlers: object): Handlers {
  for (const [operation, respond] of Object.entries(handlers)) checkHandler(operation, respond);
  return handlers as Handlers;
}

/** Checks one of them, as {@link checkHandlers} does. */
export function checkHandler(operation: string, respond: unknown): void {
  if (typeof respond === 'function') return;
  if (typeof respond !== 'object' || respond === null)
    throw new UsageError(`The handler of ${operation} must be a function, or a response such as { status: 404 }.`);
  for (const name of Object.keys(respond)) {
    if (Object.hasOwn(FIELDS, name)) continue;
    const guess = didYouMean(name, Object.keys(FIELDS));
    const hint = guess ? `Did you mean ${guess}?` : `Known: ${Object.keys(FIELDS).join(', ')}`;
    throw new UsageError(`The response of ${operation} has an unknown property ${name}. ${hint}`);
  }
  // Programs may give headers as numbers.
  const { headers: _, ...others } = respond as JsonObject;
  try {
    readOverride(new FieldReader(others, Object.keys(FIELDS)));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new UsageError(`The response of ${operation} is none that can be sent: ${error.message}`);
  }
}
