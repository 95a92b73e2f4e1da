import type { Contract } from '../../openapi/contract.ts';
import type { Case, Clause, Intent, Operation } from '../../core/model.ts';
import { makeCase } from '../requests/test-case.ts';
import type { Fresh } from '../requests/unique-values.ts';
import { freshDraft } from '../requests/unique-fields.ts';
import type { Draft } from '../requests/build-request.ts';

/** A request to send, in the contract's terms. */
export interface Planned {
  readonly id: string;
  readonly draft: Draft;
  readonly intent: Intent;
  readonly about: readonly Clause[];
  /** True where the identifying value is what is tested. */
  readonly fixedIdentity?: boolean;
  /** JSON Pointer of the value in the body that is tested. */
  readonly tested?: string;
  /** True where it is sent without credentials. */
  readonly anonymous?: boolean;
}

/** What the systematic cases of one operation are made from. */
export interface Ground {
  readonly contract: Contract;
  readonly fresh: Fresh;
  readonly operation: Operation;
  /** A valid request with all that is required and no more. */
  readonly least: Draft;
  /** A valid request with everything that is declared. */
  readonly full: Draft;
}

/** Makes the case; its identifying values are fresh unless they are what is tested. */
export function toCase({ contract, fresh, operation }: Ground, planned: Planned): Case {
  const { id, intent, about, fixedIdentity = false, anonymous = false, tested } = planned;
  const draft = fixedIdentity
    ? planned.draft
    : (freshDraft(contract, fresh, operation, planned.draft) ?? planned.draft);
  const origin = { suite: 'generated', kind: 'systematic', location: about[0]?.location };
  return makeCase(contract, fresh, { id, operation, draft, intent, about, origin, fixedIdentity, tested, anonymous });
}
