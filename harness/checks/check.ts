import type { Clause, Exchange, Finding } from '../core/model.ts';

/** A finding before the registry adds the id of its check. */
export type FindingDetails = Omit<Finding, 'check'>;

/** What one file below `checks/` implements: a pure evaluation of an exchange. */
export interface ResponseCheck {
  readonly title: string;
  evaluate(exchange: Exchange): FindingDetails[];
}

/** Creates a finding of severity `error`. */
export function createFinding(clause: Clause, message: string, expected?: string, actual?: string): FindingDetails {
  return {
    clause,
    severity: 'error',
    message,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
  };
}
