/** Says what went wrong where Dredd got no answer. */
import type { TransportErrorKind } from '../../../../core/model.ts';

const kinds: ReadonlyMap<string, TransportErrorKind> = new Map<string, TransportErrorKind>([
  ['ECONNREFUSED', 'connect'],
  ['ENOTFOUND', 'connect'],
  ['EAI_AGAIN', 'connect'],
  ['EHOSTUNREACH', 'connect'],
  ['ENETUNREACH', 'connect'],
  ['EADDRNOTAVAIL', 'connect'],
  ['ETIMEDOUT', 'connect'],
  ['ECONNRESET', 'reset'],
  ['EPIPE', 'reset'],
]);

/** An error of Node's network layer; one that tried several addresses has a code and no message. */
export type NetworkError = Error & { readonly code?: string };

/** The kind of a network error; undefined for an error that has nothing to do with the network. */
export function transportErrorKind({ code = '', message }: NetworkError): TransportErrorKind | undefined {
  if (message === 'aborted') {
    return 'truncated';
  }
  return code.startsWith('HPE_') ? 'malformed' : kinds.get(code);
}

/** Whether the service took the request, so that the missing answer is its fault; otherwise it could not be asked. */
export function reachedServer(fault: TransportErrorKind | undefined): boolean {
  return fault !== undefined && fault !== 'connect';
}
