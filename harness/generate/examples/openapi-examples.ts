import type { Contract } from '../../openapi/contract.ts';
import type { Case, NamedExample, Operation } from '../../core/model.ts';
import { makeCase } from '../requests/test-case.ts';
import type { Fresh } from '../requests/unique-values.ts';
import { bodyType, type Draft, withParameter } from '../requests/build-request.ts';
import { requestErrors } from '../requests/violated-clauses.ts';
import { validDraft } from '../requests/valid-request.ts';

/** The examples that the document itself gives for requests, as cases that must be accepted; those that break the document are left out. */
export function documentExamples(contract: Contract, fresh: Fresh): Case[] {
  return contract.operations.flatMap((operation) => operationExamples(contract, fresh, operation));
}

function operationExamples(contract: Contract, fresh: Fresh, operation: Operation): Case[] {
  const base = validDraft(contract, fresh, operation, 'required');
  if (!base) return [];
  const bodies = (bodyType(operation)?.examples ?? []).map((example) => ({
    example,
    draft: { ...base, body: example.value },
  }));
  const values = operation.parameters.flatMap((parameter) =>
    parameter.examples.map((example) => ({ example, draft: withParameter(base, parameter, example.value) })),
  );
  const all: { readonly example: NamedExample; readonly draft: Draft }[] = [...bodies, ...values];
  return all
    .filter(({ draft }) => requestErrors(contract, operation, draft).length === 0)
    .map(({ example, draft }, index) =>
      makeCase(contract, fresh, {
        id: `document example ${example.name}${index < bodies.length ? '' : ` of a parameter (${index - bodies.length + 1})`}`,
        operation,
        draft,
        intent: 'accept',
        origin: { suite: 'examples', kind: 'document', location: contract.document.locate(example.pointer) },
      }),
    );
}
