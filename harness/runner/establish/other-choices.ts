import { isObject } from '../../core/json/index.ts';
import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonValue } from '../../core/model.ts';
import type { BoundaryContext } from '../../generate/boundary/case-spec.ts';
import { type RequestSpec, requestMediaType } from '../../generate/requests/build-request.ts';
import { requiredChoices } from '../../generate/values/required-choices.ts';
import { isValidBody } from './parts.ts';

const MAX_CHOICES = 8;

/** A value that a schema lists for a required property of the body. */
interface Choice {
  readonly name: string;
  readonly value: JsonValue;
  /** The requests of an operation with that value. */
  readonly context: BoundaryContext;
}

/** Other listed values of the body's properties: of the actions on an order, only some are possible in its state. */
export function otherChoices(context: BoundaryContext): Choice[] {
  const { contract, operation, requiredOnly } = context;
  const schema = requestMediaType(operation)?.schema;
  const { body } = requiredOnly;
  if (schema === undefined || body === undefined || !isObject(body)) return [];
  const choices = requiredChoices(contract, schema).flatMap(({ name, at, values }) => {
    const others = values.filter((value) => value !== getAt(body, at));
    return others.slice(0, MAX_CHOICES).map((value) => ({ name, value, context: withValue(context, at, value) }));
  });
  return choices.filter((choice) => isValidBody(context, choice.context.requiredOnly));
}

function withValue(context: BoundaryContext, at: string, value: JsonValue): BoundaryContext {
  const replaced = (spec: RequestSpec) =>
    spec.body === undefined ? spec : { ...spec, body: replaceAt(spec.body, at, value) };
  return { ...context, requiredOnly: replaced(context.requiredOnly), allParts: replaced(context.allParts) };
}
