import type { Contract } from '../../openapi/contract.ts';
import type { Case, Operation } from '../../core/model.ts';
import type { Fresh } from '../requests/unique-values.ts';
import { validDraft } from '../requests/valid-request.ts';
import { framedBodies, schemaBodies } from './body-schema.ts';
import { multipartBodies } from './multipart.ts';
import { parameterCases } from './parameters.ts';
import { type Ground, type Planned, toCase } from './case-spec.ts';
import { rawBodies } from './json-syntax.ts';
import { securityCases } from './missing-credentials.ts';

/** Families of systematic cases, each a generator over one operation. */
export type Families = Readonly<Record<string, (ground: Ground) => Iterable<Planned>>>;

export const FAMILIES: Families = {
  schemaBodies,
  framedBodies,
  rawBodies,
  multipartBodies,
  parameterCases,
  securityCases,
};

/**
 * Every boundary and every single violation of an operation's requests, made one at a time as they are asked for.
 * @returns undefined where no valid request could be made to start from
 */
export function systematicCases(
  contract: Contract,
  fresh: Fresh,
  operation: Operation,
  families: Families = FAMILIES,
): Iterable<Case> | undefined {
  const ground = groundOf(contract, fresh, operation);
  return ground && casesOn(ground, families);
}

/** The valid requests of an operation from which its cases are made; undefined where none could be made. */
export function groundOf(contract: Contract, fresh: Fresh, operation: Operation): Ground | undefined {
  const least = validDraft(contract, fresh, operation, 'required');
  const full = validDraft(contract, fresh, operation, 'all');
  return least && full && { contract, fresh, operation, least, full };
}

function* casesOn(ground: Ground, families: Families): Generator<Case> {
  yield toCase(ground, { id: 'plain valid request', draft: ground.least, intent: 'accept', about: [] });
  for (const family of Object.values(families)) for (const planned of family(ground)) yield toCase(ground, planned);
}
