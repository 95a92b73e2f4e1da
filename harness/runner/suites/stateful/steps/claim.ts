import type { Step } from '../../../pool/journal.ts';

/** What a read must show after a step, in words. */
export interface Claim {
  readonly purpose: string;
  /** The message if there is no such record. */
  readonly gone: string;
  /** The message if it shows something else. */
  readonly differs: string;
  /** Further steps that belong to the evidence. */
  readonly steps?: readonly Step[];
}

/** `unknown`: the read was neither a success nor a 404; `hidden`: a 404 that what was sent may be the reason of. */
export type Verified = 'as expected' | 'differs' | 'gone' | 'hidden' | 'unknown';
