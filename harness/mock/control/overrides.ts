import { InputError, unknownName } from '../../core/errors.ts';
import { unsendableHeader } from '../../core/http-field.ts';
import type { JsonValue, Operation } from '../../core/model.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { hasStream } from '../../openapi/streams/stream-items.ts';
import { findOperation, type ServedDocument, type ServedOperation } from './served-document.ts';

/** A response of the user's choice in place of the mock's own. What is absent is as the mock would respond. */
export interface OverrideResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is if it is bytes. */
  readonly body?: JsonValue | Uint8Array;
  /** The items of a stream, sent as they are; events by their fields, or their data. */
  readonly items?: readonly JsonValue[];
  /** Milliseconds between two items of a stream. */
  readonly intervalMs?: number;
  /** Name of an example of the document. */
  readonly example?: string;
  /** Milliseconds before the response. */
  readonly delayMs?: number;
  /** Ends the connection without a response. */
  readonly abort?: boolean;
}

/** A request as a handler gets it. */
export interface HandlerRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly path: string;
  /** Path, query, header and cookie parameters by name, read by their schemas. */
  readonly parameters: Readonly<Record<string, JsonValue>>;
  readonly headers: ReceivedRequest['headers'];
  /** The JSON body; undefined if there is none. */
  readonly body: JsonValue | undefined;
  /** Why the document forbids the request; empty if it is valid. */
  readonly problems: readonly string[];
}

/** Responds to a request; undefined leaves it to the mock. */
export type MockHandler = (
  request: HandlerRequest,
) => OverrideResponse | undefined | Promise<OverrideResponse | undefined>;

/** An override that is in effect. */
export interface Override {
  readonly id: number;
  /** The document of the operation; undefined for all. */
  readonly document: ServedDocument | undefined;
  /** Id of the operation; undefined for all. */
  readonly operation: string | undefined;
  readonly respond: OverrideResponse | MockHandler;
  /** Number of requests that it still applies to; undefined without limit. */
  remaining: number | undefined;
}

/** The overrides of one document. */
export interface DocumentOverrides {
  /** True if an override applies to requests to an operation. */
  has(operation: Operation): boolean;
  /** Returns the override that applies to a request, and counts its use. */
  take(operation: Operation): Override | undefined;
}

const ALL_OPERATIONS = '*';
const MAX_OVERRIDES = 1000;

/** Responses that the user has chosen for operations; the latest of an operation applies. */
export class Overrides {
  private readonly list: Override[] = [];
  private lastId = 0;

  get all(): readonly Override[] {
    return this.list;
  }

  /**
   * Adds an override.
   * @param operation its id, `METHOD /path`, or `*` for all
   * @param documents those that may have it
   * @throws {InputError} for an operation that none of the documents has, or more than one
   */
  add(documents: readonly ServedDocument[], operation: string, respond: Override['respond'], times?: number): Override {
    const found = operation === ALL_OPERATIONS ? undefined : findOperation(documents, operation);
    const headers = typeof respond === 'function' ? undefined : respond.headers;
    const unsendable = unsendableHeader(Object.entries(headers ?? {}));
    if (unsendable !== undefined) throw new InputError(`headers: HTTP cannot send ${unsendable}`);
    if (found && typeof respond !== 'function' && respond.items && !hasStream(found.operation))
      throw new InputError(`items: ${found.operation.id} has no response that is a stream; give the body`);
    if (found && typeof respond !== 'function') checkExample(found.operation, respond);
    const document = found?.document ?? (documents.length === 1 ? documents[0] : undefined);
    const override = { id: ++this.lastId, document, operation: found?.operation.id, respond, remaining: times };
    this.list.push(override);
    if (this.list.length > MAX_OVERRIDES) this.list.shift();
    return override;
  }

  /** Returns those of one document. */
  of(document: ServedDocument): DocumentOverrides {
    const indexOf = ({ id }: Operation) =>
      this.list.findLastIndex(
        (override) =>
          (override.document === undefined || override.document === document) &&
          (override.operation === undefined || override.operation === id),
      );
    return {
      has: (operation) => this.list.length > 0 && indexOf(operation) !== -1,
      take: (operation) => (this.list.length > 0 ? this.takeAt(indexOf(operation)) : undefined),
    };
  }

  private takeAt(index: number): Override | undefined {
    const override = this.list[index];
    if (override?.remaining !== undefined && --override.remaining <= 0) this.list.splice(index, 1);
    return override;
  }

  /** Removes one override. @returns false if there is none with this id */
  remove(id: number): boolean {
    const index = this.list.findIndex((override) => override.id === id);
    if (index !== -1) this.list.splice(index, 1);
    return index !== -1;
  }

  /** Removes the overrides of an operation; all without one. */
  reset(found?: ServedOperation): void {
    if (found === undefined) this.list.length = 0;
    else
      for (const { id } of this.list.filter(
        ({ document, operation }) => document === found.document && operation === found.operation.id,
      ))
        this.remove(id);
  }
}

/** @throws {InputError} for an example that no response of the operation has */
function checkExample({ id, responses }: Operation, { example }: OverrideResponse): void {
  if (example === undefined) return;
  const names = responses.flatMap(({ content }) => content.flatMap(({ examples }) => examples.map(({ name }) => name)));
  if (names.includes(example)) return;
  throw unknownName(`${id} has no example ${example}`, example, [...new Set(names)], undefined);
}
