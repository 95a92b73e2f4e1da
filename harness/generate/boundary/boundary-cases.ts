import type { Case, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { UniqueValues } from '../requests/unique-values.ts';
import { validRequest } from '../requests/valid-request.ts';
import { bodyBoundaryCases, contentTypeCases } from './body-schema.ts';
import { type BoundaryContext, type CaseSpec, createBoundaryCase } from './case-spec.ts';
import { jsonSyntaxCases } from './json-syntax.ts';
import { missingCredentialsCases } from './missing-credentials.ts';
import { multipartCases } from './multipart.ts';
import { parameterCases } from './parameters.ts';

/** Families of systematic cases, each a generator over one operation. */
export type CaseFamilies = Readonly<Record<string, (ground: BoundaryContext) => Iterable<CaseSpec>>>;

export const CASE_FAMILIES: CaseFamilies = {
  schemaBodies: bodyBoundaryCases,
  framedBodies: contentTypeCases,
  rawBodies: jsonSyntaxCases,
  multipartBodies: multipartCases,
  parameterCases,
  securityCases: missingCredentialsCases,
};

/**
 * Every boundary and every single violation of an operation's requests, made one at a time as they are asked for.
 * @returns undefined where no valid request could be made to start from
 */
export function boundaryCases(
  contract: Contract,
  unique: UniqueValues,
  operation: Operation,
  families: CaseFamilies = CASE_FAMILIES,
): Iterable<Case> | undefined {
  const ground = createBoundaryContext(contract, unique, operation);
  return ground && casesOn(ground, families);
}

/** The valid requests of an operation from which its cases are made; undefined where none could be made. */
export function createBoundaryContext(
  contract: Contract,
  unique: UniqueValues,
  operation: Operation,
): BoundaryContext | undefined {
  const least = validRequest(contract, unique, operation, 'required');
  const full = validRequest(contract, unique, operation, 'all');
  return least && full && { contract, unique: unique, operation, requiredOnly: least, allParts: full };
}

function* casesOn(ground: BoundaryContext, families: CaseFamilies): Generator<Case> {
  yield createBoundaryCase(ground, {
    id: 'plain valid request',
    spec: ground.requiredOnly,
    expectation: 'accept',
    targets: [],
  });
  for (const family of Object.values(families))
    for (const planned of family(ground)) yield createBoundaryCase(ground, planned);
}
