import type { Contract } from '../../contract/contract.ts';
import type { Case, Operation } from '../../model.ts';
import type { Fresh } from '../fresh.ts';
import { validDraft } from '../valid-draft.ts';
import { framedBodies, rawBodies, schemaBodies } from './bodies.ts';
import { parameterCases } from './parameters.ts';
import { type Ground, type Planned, toCase } from './plan.ts';
import { securityCases } from './security.ts';

/** Families of systematic cases, each a generator over one operation. */
export type Families = Readonly<Record<string, (ground: Ground) => Iterable<Planned>>>;

export const FAMILIES: Families = {
  schemaBodies,
  framedBodies,
  rawBodies,
  parameterCases,
  securityCases,
};

/** Every boundary and every single violation of an operation's requests; undefined where no valid request could be made to start from. */
export function systematicCases(
  contract: Contract,
  fresh: Fresh,
  operation: Operation,
  families: Families = FAMILIES,
): Case[] | undefined {
  const least = validDraft(contract, fresh, operation, 'required');
  const full = validDraft(contract, fresh, operation, 'all');
  if (!least || !full) return undefined;
  const ground: Ground = { contract, fresh, operation, least, full };
  const plain: Planned = { id: 'plain valid request', draft: least, intent: 'accept', about: [] };
  const planned = [plain, ...Object.values(families).flatMap((family) => [...family(ground)])];
  return planned.map((each) => toCase(ground, each));
}
