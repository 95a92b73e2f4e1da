import type { NamedExample, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { type RequestSpec, requestMediaType, withParameter } from '../requests/build-request.ts';
import { createTestCase, type SpecifiedCase } from '../requests/test-case.ts';
import type { UniqueValues } from '../requests/unique-values.ts';
import { validRequest } from '../requests/valid-request.ts';
import { violatedClauses } from '../requests/violated-clauses.ts';

/** Returns the request examples of the document, as valid cases; skips those that violate the document. */
export function casesFromOpenApiExamples(contract: Contract, unique: UniqueValues): SpecifiedCase[] {
  return contract.operations.flatMap((operation) => operationExamples(contract, unique, operation));
}

function operationExamples(contract: Contract, unique: UniqueValues, operation: Operation): SpecifiedCase[] {
  const base = validRequest(contract, unique, operation, 'required');
  if (!base) return [];
  const bodies = (requestMediaType(operation)?.examples ?? []).map((example) => ({
    example,
    spec: { ...base, body: example.value },
  }));
  const values = operation.parameters.flatMap((parameter) =>
    parameter.examples.map((example) => ({ example, spec: withParameter(base, parameter, example.value) })),
  );
  const all: { readonly example: NamedExample; readonly spec: RequestSpec }[] = [...bodies, ...values];
  return all
    .filter(({ spec }) => violatedClauses(contract, operation, spec).length === 0)
    .map(({ example, spec }, index) =>
      createTestCase(contract, unique, {
        id: `document example ${example.name}${index < bodies.length ? '' : ` of a parameter (${index - bodies.length + 1})`}`,
        operation,
        spec,
        expectation: 'accept',
        origin: { suite: 'examples', kind: 'document', location: contract.document.locate(example.pointer) },
      }),
    );
}
