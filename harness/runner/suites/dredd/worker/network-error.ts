/** Classifies network errors of Dredd's requests. */
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

/** An error of Node's network layer; if several addresses were tried, it has a code and no message. */
export type NetworkError = Error & { readonly code?: string };

/** Returns the kind of a network error; undefined for any other error. */
export function transportErrorKind({ code = '', message }: NetworkError): TransportErrorKind | undefined {
  if (message === 'aborted') {
    return 'truncated';
  }
  return code.startsWith('HPE_') ? 'malformed' : kinds.get(code);
}

/** Whether the request reached the service, so that the missing response is its fault. */
export function reachedServer(kind: TransportErrorKind | undefined): boolean {
  return kind !== undefined && kind !== 'connect';
}
