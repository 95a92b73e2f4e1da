import { once } from 'node:events';
import type { Server } from 'node:http';
import { UsageError } from '../core/errors.ts';
import type { HttpRequest } from '../core/model.ts';
import type { Contract } from '../openapi/contract.ts';
import type { LoadOptions } from '../openapi/load.ts';
import type { CallbackOptions } from './callbacks/callback-options.ts';
import type { CallbackDelivery } from './callbacks/delivery.ts';
import type { MockHandler, OverrideResponse } from './control/overrides.ts';
import { PlainState } from './control/plain-state.ts';
import { documentPathOf } from './control/served-document.ts';
import { stateOf } from './control/state-routes.ts';
import { senderOf } from './control/webhook-sender.ts';
import type { DocumentMock } from './document-mock.ts';
import type { MockMode } from './mock-mode.ts';
import type { Backends } from './mounts/document-backends.ts';
import { type MockDocumentOptions, type MockSpecs, readDocumentOptions } from './mounts/document-options.ts';
import { checkOptionNames } from './option-names.ts';
import { createRecorder } from './record/recorder.ts';
import { readRecording } from './record/recording.ts';
import { DEFAULT_HOST, MockRequestHandler } from './request-handler.ts';
import type { MockRequest } from './request-log.ts';
import { checkStreamOptions, type StreamOptions } from './respond/stream-options.ts';
import { createCertificate, type ServerCertificate } from './server/certificate.ts';
import type { FaultInjectionOptions } from './server/fault-injection.ts';
import { createMockServer } from './server/server.ts';
import type { OperationName, Respond, TypedState, UntypedApi } from './typed-mock.ts';
import type { MockInterceptor, MockState } from './types.ts';

export interface MockOptions
  extends FaultInjectionOptions,
    Omit<LoadOptions, 'allowWebhooksOnly'>,
    Omit<MockDocumentOptions, 'proxy'> {
  /**
   * Several documents in place of `spec`, each with records of its own: a map from the paths below which they are served, or a list, by
   * the paths of their `servers`.
   */
  readonly specs?: MockSpecs;
  /**
   * A real backend that operations are sent to: its base URL, or that with which operations those are; of several documents, it is that
   * of all, or a map from the paths of documents to their backends.
   */
  readonly proxy?: Backends;
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Further host names in the `Host` header, if the mock listens on loopback; `*` allows all. */
  readonly allowedHosts?: readonly string[];
  /** Default `live`: an accepted create responds with the record that was posted. */
  readonly mode?: MockMode;
  /** Keeps no records: each response depends on its request alone. */
  readonly stateless?: boolean;
  /** Responds 404 for records that nobody created, and rejects references to them. */
  readonly strictState?: boolean;
  /** Length of lists that are made up, up to 1000; default 3. */
  readonly items?: number;
  /** How many items streams have, and how fast they come. */
  readonly streams?: StreamOptions;
  /** The clock: made-up dates are around its day. Default: that of this machine. */
  readonly now?: () => Date;
  /** Whether scripts of other origins may use the mock; default true. */
  readonly cors?: boolean;
  /** Whether requests need the credentials that the document requires; default true. */
  readonly auth?: boolean;
  /**
   * `reject`, the default, or `warn`: respond to invalid requests as if they were valid, and say why they are not. What passes to
   * a backend is only checked, unless this is `error`: then the mock rejects invalid requests, and responds 502 for invalid responses.
   */
  readonly validate?: 'reject' | 'warn' | 'error';
  /** Serves https: with a certificate that is made for this machine, or with this one, in PEM; default false. */
  readonly https?: boolean | ServerCertificate;
  /**
   * Bytes of a body that are kept and validated, default 10 MiB. A larger one is received to its end; if it is binary or multipart, the
   * request is accepted without its content, else it is rejected with 413. To and from a backend, larger bodies pass unchecked.
   */
  readonly maxBodyBytes?: number;
  /** Whether the mock can be steered over HTTP, below `/__mock`; default true. */
  readonly control?: boolean;
  /** How callbacks and webhooks are sent: by default to this machine only; false: not at all. */
  readonly callbacks?: CallbackOptions | false;
  /** Called for each callback and webhook after its last response. */
  readonly onCallback?: (delivery: CallbackDelivery) => void;
  /** HAR file to record all exchanges to, once the mock is closed. */
  readonly record?: string;
  /** Whether secrets are recorded as they are; default false: credentials and fields like `password` are masked. */
  readonly recordSecrets?: boolean;
  /** HAR or NDJSON file whose responses are given to the same requests; other requests are responded to as ever. */
  readonly replay?: string;
  /** Called for each request after its response is complete. */
  readonly log?: (request: MockRequest) => void;
  readonly intercept?: MockInterceptor;
}

/** One of the documents that a mock serves. */
export interface MockDocument {
  /** The path below which it is served; `/` for the root. */
  readonly path: string;
  /** Base URL of its operations, without a trailing slash. */
  readonly url: string;
  readonly contract: Contract;
  /** The records of this document. */
  readonly state: MockState;
  /** Responds to an operation in another way, until {@link Mock.reset}. @throws {InputError} for an unknown operation */
  use(operation: string, response: OverrideResponse | MockHandler): void;
  /** As {@link use}, for one request. */
  once(operation: string, response: OverrideResponse | MockHandler): void;
  /** Serves another contract from the next request on. */
  reload(contract: Contract): void;
  /**
   * Returns a request that the mock accepts now: valid, with credentials, about records that exist.
   * @returns undefined if a required part has no valid value
   * @throws {InputError} for an unknown operation
   */
  sampleRequest(operation: string): Promise<HttpRequest | undefined>;
}

/** @template T the types that openapi-typescript generates of the document: `operations`, `paths`, or both */
export interface Mock<T = UntypedApi> {
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** The certificate that clients are to trust, in PEM; undefined without https. */
  readonly certificate: string | undefined;
  /** The most recent requests, oldest first. */
  readonly requests: readonly MockRequest[];
  /** The records that it keeps, by the names of their resource types; of several documents, by their paths first. */
  readonly state: TypedState;
  /** The documents that it serves, each with its own records. */
  readonly documents: readonly MockDocument[];
  /** The most recent callbacks and webhooks that were sent, oldest first. */
  readonly callbacks: readonly CallbackDelivery[];
  /** Base URL of the control interface, e.g. `http://127.0.0.1:4010/__mock`; undefined if that is off. */
  readonly controlUrl: string | undefined;
  /** Responds to an operation in another way, until {@link reset}. @throws {InputError} for an unknown operation */
  use<Name extends OperationName<T>>(operation: Name, response: Respond<T, Name>): void;
  /** As {@link use}, for one request. */
  once<Name extends OperationName<T>>(operation: Name, response: Respond<T, Name>): void;
  /** Resolves when all callbacks that were caused so far are sent. */
  callbacksSent(): Promise<void>;
  /** Sends a webhook of the document. @throws {InputError} for an unknown one */
  sendWebhook(name: string, url?: string): Promise<CallbackDelivery>;
  /** Forgets overrides, recorded requests, and all changes of records. */
  reset(): void;
  /** Loads Prism now, a quarter of a second that the first response would otherwise take. */
  warm(): Promise<void>;
  /** Serves another contract from the next request on; records of the same types stay. @throws {UsageError} if there are several: reload one of {@link documents} */
  reload(contract: Contract): void;
  /** Ends delays, finishes open requests for up to a second, and closes. */
  close(): Promise<void>;
}

/**
 * Starts a mock whose responses all conform to the document.
 * @example const mock = await startMock({ spec: 'openapi.yaml', port: 0 });
 * @throws {InputError} for an unusable document
 * @throws {Error} EADDRINUSE for a port in use
 */
export function startMock<T = UntypedApi>(options: MockOptions = {}): Promise<Mock<T>> {
  return startMockKeeping(options);
}

/** As {@link startMock}, for a program that asks for fewer of the recent requests, whose bodies take memory. */
export async function startMockKeeping<T = UntypedApi>(options: MockOptions, keptRequests?: number): Promise<Mock<T>> {
  checkOptionNames(options);
  checkStreamOptions(options.streams ?? {});
  const { port: requestedPort = 0, host = DEFAULT_HOST } = options;
  const documents = readDocumentOptions(options);
  const recorded = options.replay === undefined ? undefined : await readRecording(options.replay);
  const recorder = createRecorder(documents, options);
  const log = (request: MockRequest) => {
    recorder?.add(url, request);
    options.log?.(request);
  };
  const handler = new MockRequestHandler(documents, { ...options, replay: recorded, log, keptRequests });
  const certificate = options.https === true ? await createCertificate(host) : options.https || undefined;
  const { server, close } = createMockServer(handler, certificate, options.maxBodyBytes);
  try {
    server.listen(requestedPort, host);
    await once(server, 'listening');
  } catch (error) {
    recorder?.discard();
    throw error;
  }
  const port = portOf(server);
  const url = `${certificate ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    url,
    port,
    certificate: certificate?.cert,
    requests: handler.log.requests,
    state: new PlainState(stateOf(handler)) as TypedState,
    documents: handler.documents.map((document) => describeDocument(document, handler, url)),
    callbacks: handler.deliveries.deliveries,
    get controlUrl() {
      return handler.controlPrefix === undefined ? undefined : url + handler.controlPrefix;
    },
    use: (operation, response) => handler.use(operation, response as OverrideResponse | MockHandler),
    once: (operation, response) => handler.use(operation, response as OverrideResponse | MockHandler, 1),
    callbacksSent: () => handler.callbacksSent(),
    sendWebhook: async (name, webhookUrl) => {
      const sender = senderOf(handler.documents, name);
      if (!sender) throw new UsageError('this mock sends no callbacks and webhooks: callbacks is false');
      return sender.sendWebhook(name, webhookUrl);
    },
    reset: () => handler.reset(),
    warm: () => handler.warm(),
    reload: (next) => {
      const [only, other] = handler.documents;
      if (!only || other) throw new UsageError('there are several documents: reload one of mock.documents');
      handler.reload(only, next);
    },
    close: async () => {
      handler.delays.end();
      await Promise.all([close(), handler.closeCallbacks()]);
      recorder?.finish();
    },
  };
}

function describeDocument(document: DocumentMock, handler: MockRequestHandler, url: string): MockDocument {
  return {
    get path() {
      return documentPathOf(document);
    },
    get url() {
      return url + (document.basePaths[0] ?? '');
    },
    get contract() {
      return document.contract;
    },
    state: new PlainState(document.state),
    use: (operation, response) => document.use(operation, response),
    once: (operation, response) => document.use(operation, response, 1),
    reload: (contract) => handler.reload(document, contract),
    sampleRequest: (operation) => document.sampleRequest(operation),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the mock does not listen on a TCP port');
  return address.port;
}
