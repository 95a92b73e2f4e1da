import type { Clause, Finding } from '../../../../core/model.ts';
import { withArticle } from '../../../../core/util/pluralize.ts';
import { clauseParts } from '../../../../openapi/clauses/clauses.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import type { Step } from '../../../pool/journal.ts';
import type { LiveRecord } from '../../../pool/live-record.ts';
import type { Difference } from './expected-properties.ts';

/** What a finding is about, and what shows it. */
export interface Evidence {
  readonly records: readonly LiveRecord[];
  readonly steps: readonly Step[];
  readonly message: string;
  readonly differences?: readonly Difference[];
  readonly expected?: string;
  readonly actual?: string;
}

/** A record that exists can be read. */
export function failedRead(record: LiveRecord, step: Step): Evidence {
  const message = `it fails for ${withArticle(record.type.name)} that exists`;
  const actual = `status ${step.response?.status}`;
  return { records: [record], steps: [step], message, expected: 'a success', actual };
}

/** A finding, and the step whose operation it is about. */
export interface SequenceFinding {
  readonly step: Step;
  readonly finding: Finding;
}

/** The clause of the response to a step. */
export function clauseOf(contract: Contract, { operation, response }: Step): Clause {
  const documented = response && operation.response(response.status);
  if (!documented) return contract.clauseAt(operation, clauseParts.anyResponse, operation.pointer);
  return contract.clauseAt(operation, clauseParts.response(documented), documented.pointer);
}
