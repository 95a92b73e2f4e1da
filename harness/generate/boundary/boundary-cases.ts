import { getAt } from '../../core/json/pointer.ts';
import type { Case, Operation } from '../../core/model.ts';
import { pullWithDeadline } from '../../core/util/deadline.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType } from '../../openapi/media-type.ts';
import { type RequestSpec, requestMediaType } from '../requests/build-request.ts';
import type { SpecifiedCase } from '../requests/test-case.ts';
import type { UniqueValues } from '../requests/unique-values.ts';
import { repeatPathParameters, validRequest } from '../requests/valid-request.ts';
import { acceptHeaderCases } from './accept-header.ts';
import { bodyBoundaryCases, contentTypeCases } from './body-schema.ts';
import { type BoundaryContext, type CaseSpec, createBoundaryCase } from './case-spec.ts';
import { baseTargets, isDescribed } from './described-body.ts';
import { formBodyCases } from './form-body.ts';
import { jsonSyntaxCases } from './json-syntax.ts';
import { missingCredentialsCases } from './missing-credentials.ts';
import { multipartCases } from './multipart.ts';
import { otherMediaTypeCases } from './other-media-types.ts';
import { parameterCases } from './parameters.ts';
import { mainTextCases } from './text-body.ts';
import { xmlBodyCases } from './xml-body.ts';

/** Families of boundary cases, each a generator over one operation. */
export type CaseFamilies = Readonly<Record<string, (context: BoundaryContext) => Iterable<CaseSpec>>>;

export const CASE_FAMILIES: CaseFamilies = {
  bodyBoundaryCases,
  formBodyCases: (context) => formBodyCases(context),
  xmlBodyCases: (context) => xmlBodyCases(context),
  mainTextCases,
  otherMediaTypeCases,
  acceptHeaderCases,
  contentTypeCases,
  jsonSyntaxCases,
  multipartCases,
  parameterCases,
  missingCredentialsCases,
};

/**
 * Generates, lazily, every boundary and every single violation of an operation's requests, for a service that accepts
 * every valid request.
 * @param onTimeout called if one takes too long to generate; no other follows it
 * @returns undefined if no valid request could be generated
 */
export function boundaryCases(
  contract: Contract,
  unique: UniqueValues,
  operation: Operation,
  families: CaseFamilies = CASE_FAMILIES,
  onTimeout: () => void = () => {},
): Iterable<Case> | undefined {
  const context = createBoundaryContext(contract, unique, operation);
  return context && casesFromBase({ ...context, isEstablished: true }, families, onTimeout);
}

/** Returns the valid requests that the cases of an operation vary; undefined if none could be generated. */
export function createBoundaryContext(
  contract: Contract,
  unique: UniqueValues,
  operation: Operation,
): BoundaryContext | undefined {
  const requiredOnly = validRequest(contract, unique, operation, 'required');
  const full = validRequest(contract, unique, operation, 'all');
  if (!requiredOnly || !full) return undefined;
  return {
    contract,
    unique,
    operation,
    requiredOnly,
    allParts: withAddressOf(contract, operation, requiredOnly, full),
  };
}

/** Returns a valid request that refers to the same record as another one. */
export function withAddressOf(
  contract: Contract,
  operation: Operation,
  other: RequestSpec,
  spec: RequestSpec,
): RequestSpec {
  const { path } = other.parameters;
  return repeatPathParameters(contract, operation, { ...spec, parameters: { ...spec.parameters, path } });
}

/**
 * Yields the cases of an operation, each by one change of its valid requests.
 * @param onTimeout called if one takes too long to generate; no other follows it
 * @param isWanted whether a case is made, by its id without the operation
 */
export function casesFromBase(
  context: BoundaryContext,
  families: CaseFamilies = CASE_FAMILIES,
  onTimeout: () => void = () => {},
  isWanted: (id: string) => boolean = () => true,
): Generator<SpecifiedCase> {
  return pullWithDeadline(everyCase(context, families, isWanted), onTimeout);
}

function* everyCase(
  context: BoundaryContext,
  families: CaseFamilies,
  isWanted: (id: string) => boolean,
): Generator<SpecifiedCase> {
  yield requiredPartsCase(context);
  for (const family of Object.values(families))
    for (const planned of family(context))
      if (isWanted(planned.id) && !hasRejectedProperty(context, planned.spec))
        yield createBoundaryCase(context, planned);
}

function hasRejectedProperty({ rejectedProperties = [] }: BoundaryContext, { body }: RequestSpec): boolean {
  return body !== undefined && rejectedProperties.some((pointer) => getAt(body, pointer) !== undefined);
}

export function requiredPartsCase(context: BoundaryContext): SpecifiedCase {
  const { requiredOnly: spec } = context;
  return createBoundaryCase(context, { id: 'plain valid request', spec, expectation: 'accept', targets: [] });
}

export function allPartsCase(context: BoundaryContext): SpecifiedCase {
  const { allParts: spec, contract, operation } = context;
  const type = requestMediaType(operation);
  const hasBody = type?.schema !== undefined && isJsonType(type.type) && spec.body !== undefined;
  if (!hasBody)
    return createBoundaryCase(context, {
      id: 'valid request with all parts',
      spec,
      expectation: 'accept',
      targets: type && spec.body !== undefined && isDescribed(context, type) ? baseTargets(context, type) : [],
    });
  const targets = [contract.clauseAt(operation, clauseParts.requestBody(type.type), type.pointer)];
  return createBoundaryCase(context, { id: 'body with all properties', spec, expectation: 'accept', targets });
}
