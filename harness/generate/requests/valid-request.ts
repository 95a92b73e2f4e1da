import type { Contract } from '../../openapi/contract.ts';
import { isSegment, serializeSegment } from '../../openapi/parameters/serialize.ts';
import type { Json, MediaType, Operation, Parameter } from '../../core/model.ts';
import { drawn } from '../values/random-value.ts';
import { fitted } from '../values/file-parts.ts';
import type { Fresh } from './unique-values.ts';
import { plainBody } from '../values/placeholder-body.ts';
import { bodyType, type Draft, emptyDraft, withParameter } from './build-request.ts';
import { type SampleOptions, sample } from '../values/canonical-value.ts';

/** Of so many random values, one that a path can carry is taken. */
const DRAWS = 20;

/**
 * A valid request of an operation, plain and small, with fresh identifying values; examples of the document come first for parameters.
 * @returns undefined where no valid value was found for something that is required
 */
export function validDraft(
  contract: Contract,
  fresh: Fresh,
  operation: Operation,
  members: SampleOptions['members'],
): Draft | undefined {
  const options: SampleOptions = { direction: 'request', members };
  let draft = emptyDraft;
  for (const parameter of operation.parameters) {
    if (!parameter.required && members === 'required') continue;
    const value = parameterValue(contract, fresh, parameter, options);
    if (value !== undefined) draft = withParameter(draft, parameter, value);
    else if (parameter.required) return undefined;
  }
  const type = bodyType(operation);
  if (!type || (!operation.requestBody?.required && members === 'required')) return draft;
  const body = validBody(contract, fresh, type, options);
  return body === undefined ? undefined : { ...draft, body };
}

function validBody(contract: Contract, fresh: Fresh, type: MediaType, options: SampleOptions): Json | undefined {
  if (!type.schema) return type.examples[0]?.value ?? plainBody(type.type);
  const body = sample(contract, fresh, type.schema, options);
  return body === undefined ? undefined : fitted(contract, type, body);
}

function parameterValue(
  contract: Contract,
  fresh: Fresh,
  parameter: Parameter,
  options: SampleOptions,
): Json | undefined {
  const { schema } = parameter;
  const example = parameter.examples.find(({ value }) => !schema || contract.schemas.accepts(schema, value, 'request'));
  if (example) return example.value;
  if (!schema) return fresh.word();
  const value = sample(contract, fresh, schema, options);
  const fits = (each: Json) => parameter.in !== 'path' || isSegment(serializeSegment(parameter, each));
  if (value === undefined || fits(value)) return value;
  return drawn(contract, fresh, schema, 'request', DRAWS).find(fits);
}
