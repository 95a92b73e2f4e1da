import type { Case, CaseResult, Exchange, Operation } from '../../core/model.ts';
import type { SpecifiedCase } from '../../generate/requests/test-case.ts';
import type { Contract } from '../../openapi/contract.ts';

/** What a sequence of requests needs of the run: credentials, retries, rate limit and signals are its business. */
export interface Sender {
  readonly contract: Contract;
  /** Of the service; its path is a prefix of all requests. */
  readonly baseUrl: string;
  /** Requests of the user and of the document. */
  readonly examples: readonly SpecifiedCase[];
  /** Never rejects for what the service does. */
  send(testCase: Case): Promise<Exchange>;
  /** The result of an exchange by all checks of single exchanges. */
  evaluate(exchange: Exchange): CaseResult;
  /** Why nothing more is sent, to an operation if one is given; undefined as long as requests are. */
  stopReason(operation?: Operation): string | undefined;
  /** For what deletes the records that were created, which has a moment longer than the run. Absent: as anything else. */
  toCleanUp?(): Sender;
}

/** Ends a sequence because the run ends. */
export class SequenceStopped extends Error {}

/** The result of work, or what stands for it if the run ended: that shows in the responses of the cases. */
export async function unlessStopped<T>(work: Promise<T>, stopped: (reason: string) => T): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SequenceStopped) return stopped(error.message);
    throw error;
  }
}
