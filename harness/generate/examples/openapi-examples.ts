import type { JsonValue, MediaType, NamedExample, Operation } from '../../core/model.ts';
import { concreteMediaType } from '../../openapi/body/concrete-media-type.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isDescribed } from '../boundary/described-body.ts';
import { type RequestSpec, requestMediaType, withParameter } from '../requests/build-request.ts';
import { createTestCase, type SpecifiedCase } from '../requests/test-case.ts';
import type { UniqueValues } from '../requests/unique-values.ts';
import { validRequest } from '../requests/valid-request.ts';
import { violatedClauses } from '../requests/violated-clauses.ts';

/** An example with its request. */
interface Example {
  readonly example: NamedExample;
  readonly spec: RequestSpec;
  /** To be put behind its name, which that of another place may have, too. */
  readonly place?: string;
}

/** Returns the request examples of the document, as valid cases; skips those that violate the document. */
export function casesFromOpenApiExamples(contract: Contract, unique: UniqueValues): SpecifiedCase[] {
  return contract.operations.flatMap((operation) => operationExamples(contract, unique, operation));
}

function operationExamples(contract: Contract, unique: UniqueValues, operation: Operation): SpecifiedCase[] {
  const base = validRequest(contract, unique, operation, 'required');
  if (!base) return [];
  const isValid = ({ spec }: Example) => violatedClauses(contract, operation, spec).length === 0;
  const bodies = [...bodyExamples(contract, operation, base)].filter(isValid);
  const values = operation.parameters
    .flatMap((parameter) =>
      parameter.examples.map((example) => ({ example, spec: withParameter(base, parameter, example.value) })),
    )
    .filter(isValid)
    .map((each, index): Example => ({ ...each, place: ` of a parameter (${index + 1})` }));
  return [...bodies, ...values].map(({ example, spec, place = '' }) =>
    createTestCase(contract, unique, {
      id: `document example ${example.name}${place}`,
      operation,
      spec,
      expectation: 'accept',
      origin: { suite: 'examples', kind: 'document', location: contract.document.locate(example.pointer) },
    }),
  );
}

/** Yields the bodies of the media type that is preferred, then those of every other one that a schema describes. */
function* bodyExamples(contract: Contract, operation: Operation, base: RequestSpec): Generator<Example> {
  const main = requestMediaType(operation);
  for (const example of main?.examples ?? []) yield { example, spec: { ...base, body: example.value } };
  for (const media of operation.requestBody?.content ?? []) {
    if (media === main || !isDescribed({ contract }, media)) continue;
    const contentType = concreteMediaType(media.type);
    for (const example of media.examples) {
      const body = exampleValue(media, example);
      if (body !== undefined) yield { example, spec: { ...base, body, contentType }, place: ` in ${media.type}` };
    }
  }
}

/** The value that an example of XML written as text stands for, so that its unique fields can be replaced; others are values. */
function exampleValue({ xml }: MediaType, { value }: NamedExample): JsonValue | undefined {
  if (!xml || typeof value !== 'string') return value;
  const read = xml.read(Buffer.from(value));
  return read && 'value' in read ? read.value : undefined;
}
