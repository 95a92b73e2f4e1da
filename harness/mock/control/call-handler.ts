import { toPlainNumbers } from '../../core/json/plain-numbers.ts';
import type { JsonValue, Parameter } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import type { RequestValidation } from '../types.ts';
import { checkHandler } from './check-handlers.ts';
import type { MockHandler, OverrideResponse } from './overrides.ts';

/** A request as the mock has read it. */
interface ReadRequest {
  readonly request: ReceivedRequest;
  readonly parameters: ReadonlyMap<Parameter, JsonValue>;
  readonly validation: RequestValidation;
}

/** Calls a handler of the user; one that fails gives a 500 that says so. */
export async function callHandler(
  handler: MockHandler,
  { request, parameters, validation }: ReadRequest,
): Promise<OverrideResponse> {
  try {
    const made = await handler({
      method: request.method,
      path: request.target,
      parameters: Object.fromEntries([...parameters].map(([{ name }, value]) => [name, toPlainNumbers(value)])),
      headers: request.headers,
      body: validation.body === undefined ? undefined : toPlainNumbers(validation.body),
      problems: validation.problems.map(({ message }) => message),
    });
    if (!made) return {};
    checkHandler(validation.operation?.id ?? request.target, made);
    return made;
  } catch (error) {
    const reason = error instanceof Error ? error : new Error(String(error));
    process.emitWarning(reason);
    const detail = `the handler of ${validation.operation?.id ?? request.target} failed: ${reason.message}`;
    return { status: 500, headers: { 'content-type': 'text/plain' }, body: Buffer.from(`${detail}\n`) };
  }
}
