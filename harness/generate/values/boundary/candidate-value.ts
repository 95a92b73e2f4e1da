import type { JsonValue } from '../../../core/model.ts';

/** A replacement for a value, not yet validated. */
export interface CandidateValue {
  /** What it is, following the location in a label: `is a numeric string`. */
  readonly label: string;
  readonly value: JsonValue;
  /** The keyword that a valid value targets; default `type`. */
  readonly keyword?: string;
  /** True if the contract leaves it unspecified, whatever its schema says; `if valid`: only if no keyword rejects it. */
  readonly isUnspecified?: boolean | 'if valid';
}
