import type { JsonValue } from '../../../core/model.ts';

/** A value to put in the place of another, before anyone has judged it. */
export interface CandidateValue {
  /** What it is, to stand behind the place's name: `is a numeric string`. */
  readonly label: string;
  readonly value: JsonValue;
  /** The keyword that a valid value is about; `type` unless given. */
  readonly keyword?: string;
  /** True where the contract is silent about it, whatever its schema says; `if valid` where it is as long as no keyword refuses it. */
  readonly isUnspecified?: boolean | 'if valid';
}
