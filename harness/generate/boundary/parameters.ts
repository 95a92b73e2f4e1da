import { appendTokens } from '../../core/json/pointer.ts';
import type { Parameter } from '../../core/model.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import { getParameter, withParameter } from '../requests/build-request.ts';
import { isOwnPath } from '../requests/own-path.ts';
import type { BoundaryContext, CaseSpec } from './case-spec.ts';
import { parameterClauseLookup, parameterLabel } from './parameter-label.ts';
import { parameterValueCases } from './parameter-values.ts';
import { nonNumericTextCases, querySyntaxCases } from './query-syntax.ts';

/** Yields each parameter absent, at every boundary and with every violation, in its declared style. */
export function* parameterCases(context: BoundaryContext): Generator<CaseSpec> {
  for (const parameter of context.operation.parameters) {
    yield* presenceCases(context, parameter);
    for (const each of [parameterValueCases, nonNumericTextCases].flatMap((family) => [...family(context, parameter)]))
      if (parameter.in !== 'path' || isOwnPath(context.contract, context.operation, each.spec)) yield each;
    if (parameter.in === 'query') yield* querySyntaxCases(context, parameter);
  }
  if (context.operation.parameters.some((parameter) => parameter.in === 'query'))
    yield* undeclaredParameterCases(context);
}

function* presenceCases(context: BoundaryContext, parameter: Parameter): Generator<CaseSpec> {
  const clause = parameterClauseLookup(context, parameter);
  const name = parameterLabel(parameter);
  const value = getParameter(context.allParts, parameter);
  if (parameter.in !== 'path') {
    const targets = [clause(parameter.required ? appendTokens(parameter.pointer, 'required') : parameter.pointer)];
    const absent = withParameter(context.allParts, parameter, undefined);
    yield {
      id: `${name} is absent`,
      spec: absent,
      expectation: parameter.required ? 'reject' : 'accept',
      targets,
    };
  }
  if (value === undefined || parameter.required) return;
  const alone = withParameter(context.requiredOnly, parameter, value);
  yield {
    id: `${name} is the only optional parameter`,
    spec: alone,
    expectation: 'accept',
    targets: [clause(parameter.pointer)],
  };
}

function* undeclaredParameterCases(context: BoundaryContext): Generator<CaseSpec> {
  const { contract, operation, allParts } = context;
  const query = { ...allParts.parameters.query, unknown_parameter: 'x' };
  const targets = [contract.clauseAt(operation, clauseParts.anyResponse, operation.pointer)];
  const spec = { ...allParts, parameters: { ...allParts.parameters, query } };
  yield { id: 'an undeclared query parameter', spec, expectation: 'any', targets };
}
