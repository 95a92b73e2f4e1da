import type { SeverityLevel } from '../../checks/severity.ts';
import type { JsonObject } from '../../core/model.ts';
import type { CaseSelection, Shard } from '../../core/report.ts';
import type { TlsFiles } from '../../http/tls.ts';
import type { Hooks } from '../hooks/hooks.ts';
import type { Effort } from './effort.ts';

/** Options of `verify`; each has a default. */
export interface VerifyOptions extends TlsFiles {
  /**
   * Path of an OpenAPI 3 document, or the document itself, parsed; default: `spec/openapi.yaml` or `openapi.{yaml,yml,json}` in the
   * working folder.
   */
  readonly spec?: string | object | undefined;
  readonly overlays?: readonly string[] | undefined;
  /** Folders that a `$ref` may lead to, besides the repository of the document. */
  readonly allowRefs?: readonly string[] | undefined;
  /** Base URL of a service, with or without a path, or with `user:password@`; absent: the mock is started. */
  readonly target?: string | undefined;
  /** URL of a proxy; default: from HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly proxy?: string | undefined;
  /** Maximum requests per second; default: no limit. */
  readonly rate?: number | undefined;
  /** Files or folders of named requests; default: `fixtures/examples` if no document is named. */
  readonly examples?: readonly string[] | undefined;
  /** Default: all; of effort `quick` all but `dredd`, and `stateful` only if the document has records to read. */
  readonly suites?: readonly string[] | undefined;
  /**
   * Operations to test; default: all. Each is an operationId, a method, a path, `METHOD /path` or `tag:NAME`; `*` stands for
   * anything within a path segment, `**` for any segments.
   */
  readonly include?: readonly string[] | undefined;
  /** Operations never to send, written as those of `include`. */
  readonly exclude?: readonly string[] | undefined;
  /** Tests only operations that change no records: GET, HEAD, OPTIONS, TRACE and QUERY. */
  readonly safeMethodsOnly?: boolean | undefined;
  /**
   * Known values for requests: by the name of a parameter or property, or by a JSON Pointer in the body; those of one
   * operation in a map by its id.
   */
  readonly values?: JsonObject | undefined;
  /** Names of body properties that the service requires to be unique. */
  readonly unique?: readonly string[] | undefined;
  /** Sent with every request: values by name, or pairs where a name is there twice. */
  readonly headers?: Readonly<Record<string, string>> | readonly (readonly [name: string, value: string])[] | undefined;
  /**
   * Credentials by the name of their security scheme: a value, `{ env: NAME }`, or `{ login: OPERATION, token: POINTER }` for
   * an operation that issues tokens.
   */
  readonly auth?: JsonObject | undefined;
  /** Functions that are called during the run. */
  readonly hooks?: Hooks | undefined;
  /** Names of properties, form fields and query parameters whose values are masked in events and reports. */
  readonly secretFields?: readonly string[] | undefined;
  /** Severity of the findings of a check, by its id; at one operation, in a map by the id of the operation. */
  readonly severity?: Readonly<Record<string, SeverityLevel | Readonly<Record<string, SeverityLevel>>>> | undefined;
  /** Host name or address, with or without a port, at which the service reaches this machine: callbacks are received there. */
  readonly callbackHost?: string | undefined;
  /** A file of known findings: warnings instead of errors. */
  readonly baseline?: string | undefined;
  /** Corrections of the resource types that are inferred, as `resources` in contract.yaml. */
  readonly resources?: JsonObject | undefined;
  /** Sends only these cases, e.g. those that failed before: {@link failedCases}. */
  readonly only?: CaseSelection | undefined;
  /** Runs one shard of the cases, always the same for the same seed. */
  readonly shard?: Shard | undefined;
  /** Response timeout in milliseconds; default 10,000. */
  readonly timeout?: number | undefined;
  /** Items of a stream to read; default 20. */
  readonly streamItems?: number | undefined;
  /** How long a stream is read, in milliseconds; default 2,000. */
  readonly streamTime?: number | undefined;
  /** How long to wait for the target to listen, in milliseconds; default 0. */
  readonly wait?: number | undefined;
  /** Seed of the random requests, or `random` for a new one; default 1. */
  readonly seed?: number | 'random' | undefined;
  /**
   * Size of the run: `quick` tests each clause once, satisfied and violated, without random requests and Dredd; `normal`, the default,
   * tests all boundaries and some random requests; `thorough` sends ten times as many of those.
   */
  readonly effort?: Effort | undefined;
  /** Random requests per operation, valid and invalid each; default: by `effort` 0, 20 or 200. */
  readonly runs?: number | undefined;
  /** Whether a document with lint errors is rejected; default true. */
  readonly lint?: boolean | undefined;
  /** Maximum concurrent requests; default 8. */
  readonly concurrency?: number | undefined;
  /** Milliseconds after which nothing more is sent; default: no limit. */
  readonly maxTime?: number | undefined;
  /** Leaves the records that the run has created; default false. */
  readonly keep?: boolean | undefined;
  /** How long sequences wait until a read shows a change, in milliseconds; default 2,000. */
  readonly consistency?: number | undefined;
  /** Folder in which generated cases are kept for later runs, or false; default: `contract-harness` in the cache folder of the user. */
  readonly cache?: string | false | undefined;
}
