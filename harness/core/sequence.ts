import type { HttpRequest, HttpResponse, TransportError } from './http-message.ts';

/** One of the requests that together show a finding. */
export interface SequenceStep {
  /** What it is sent for, e.g. `create a book`. */
  readonly purpose: string;
  readonly request: HttpRequest;
  readonly response: HttpResponse | TransportError;
  /** Values of its response that later requests of the sequence carry. */
  readonly captures: readonly CapturedValue[];
  /** Which captured values are in its path: the number of the segment, from 0, and the name of the value. */
  readonly inPath: readonly { readonly segment: number; readonly name: string }[];
}

/** A request and its response, with how to send it again. */
export interface KeptExchange {
  readonly request: HttpRequest;
  readonly response: HttpResponse | TransportError;
  /** Absent: its request names no records that the run has created or listed. */
  readonly lineage?: Lineage;
}

/** Where the records come from that a request names: they exist only in its run. */
export interface Lineage {
  /** The requests that created or listed them, and brought them to their state. */
  readonly steps: readonly SequenceStep[];
  /** As of a {@link SequenceStep}. */
  readonly inPath: SequenceStep['inPath'];
}

/** A value that a request takes from the response to an earlier one, such as the id of a new record. */
export interface CapturedValue {
  /** A name for a variable of a shell. */
  readonly name: string;
  /** As later requests carry it in paths and bodies. */
  readonly value: string;
  readonly from: CaptureSource;
}

/** A captured value, and the path of the request whose response has it, e.g. `/books` for the id of a new book. */
export interface KnownValue extends CapturedValue {
  readonly collection: string;
}

/** The values that a step captures, for the steps after it. */
export function capturedBy(request: HttpRequest, captures: readonly CapturedValue[]): KnownValue[] {
  const collection = (request.path.split('?')[0] ?? '').replace(/\/$/, '');
  return captures.map((capture) => ({ ...capture, collection }));
}

/** `property` is the name of a property in a JSON body; a `version` is that of a record, which later requests name in a property of that name. */
export type CaptureSource =
  | { readonly in: 'location' }
  | { readonly in: 'etag' }
  | { readonly in: 'body' | 'version'; readonly property: string };
