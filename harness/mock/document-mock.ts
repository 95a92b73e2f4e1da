import { UsageError } from '../core/errors.ts';
import type { HttpRequest } from '../core/model.ts';
import { buildRequest } from '../generate/requests/build-request.ts';
import { addCredentials, placeholderCredentials } from '../http/credentials.ts';
import type { Contract } from '../openapi/contract.ts';
import { resolveCallbackOptions } from './callbacks/callback-options.ts';
import { CallbackSender } from './callbacks/callback-sender.ts';
import type { DeliveryLog } from './callbacks/delivery.ts';
import { checkHandler } from './control/check-handlers.ts';
import type { ControlledDocument } from './control/control-types.ts';
import type { MockHandler, OverrideResponse, Overrides } from './control/overrides.ts';
import { sampleRequest } from './control/sample-request.ts';
import { findOperation } from './control/served-document.ts';
import { WorldState } from './control/world-state.ts';
import type { DocumentOptions, ResponseOptions } from './document-mock-options.ts';
import { withExampleSchemas } from './example-schemas.ts';
import { basePathIn, basePathsOf } from './mounts/base-paths.ts';
import type { PrismEngine } from './prism/prism-engine.ts';
import { BackendProxy, type ProxyHost } from './proxy/backend-proxy.ts';
import type { ResolvedProxy } from './proxy/proxy-options.ts';
import { Replay } from './record/replay.ts';
import type { RequestLog } from './request-log.ts';
import { Responder } from './respond/respond.ts';
import type { FaultInjection } from './server/fault-injection.ts';
import type { PendingDelays } from './server/pending-delays.ts';
import { MAX_BODY_BYTES } from './server/read-request.ts';
import { World } from './world/world.ts';

/** What the documents of a mock share. */
export interface SharedParts {
  readonly log: RequestLog;
  readonly delays: PendingDelays;
  readonly faults: FaultInjection;
  readonly overrides: Overrides;
  readonly deliveries: DeliveryLog;
  readonly withHeaders: ProxyHost['withHeaders'];
}

/** One document of a mock: its responses, its records, its callbacks and its backend. */
export class DocumentMock implements ControlledDocument {
  readonly state: WorldState;
  readonly callbacks: CallbackSender | undefined;
  readonly backend: BackendProxy | undefined;
  basePaths: readonly string[];
  private readonly options: ResponseOptions;
  private readonly document: DocumentOptions;
  private readonly shared: SharedParts;
  private current: Responder;
  /** What requests have made of the worlds of previous contracts. */
  private inherited: ReturnType<Responder['changes']>;

  constructor(document: DocumentOptions, options: ResponseOptions, shared: SharedParts) {
    this.document = document;
    this.options = options;
    this.shared = shared;
    this.basePaths = basePathsOf(document.contract, document.basePath);
    this.state = new WorldState(() => this.current.world);
    this.current = this.createResponder(document.contract);
    this.addHandlers();
    const { proxy } = document;
    this.backend = proxy && this.createBackend(proxy);
    const { callbacks = {}, onCallback } = options;
    this.callbacks = callbacks
      ? new CallbackSender(() => this.contract, resolveCallbackOptions(callbacks), shared.deliveries, onCallback)
      : undefined;
  }

  get responder(): Responder {
    return this.current;
  }

  get contract(): Contract {
    return this.current.contract;
  }

  /** Responds by another contract from now on; records of the same types stay. */
  reload(contract: Contract): void {
    this.backend?.reload(contract);
    this.basePaths = basePathsOf(contract, this.document.basePath);
    // Without a request since the last reload, there is no world yet that has taken them.
    this.inherited = this.current.changes() ?? this.inherited;
    this.current = this.createResponder(contract);
  }

  /** Forgets all changes of records; the overrides of all documents are reset before. */
  reset(): void {
    this.addHandlers();
    this.current.rewind();
    this.state.reset();
  }

  /** Returns the longest of its base paths that a path is below; undefined if it is below none. */
  basePathOf(path: string): string | undefined {
    return basePathIn(this.basePaths, path);
  }

  /** Responds to an operation in another way. @throws {InputError} for an unknown operation */
  use(operation: string, respond: OverrideResponse | MockHandler, times?: number): void {
    checkHandler(operation, respond);
    this.shared.overrides.add([this], operation, respond, times);
  }

  /** Returns a valid request to an operation about records that exist. @returns undefined if a part has no valid value */
  async sampleRequest(id: string): Promise<HttpRequest | undefined> {
    const { contract } = this;
    const { operation } = findOperation([this], id);
    const spec = sampleRequest(contract, operation, await this.state.knownFor(operation.id));
    const { headers, query } = placeholderCredentials(contract, operation);
    return spec && addCredentials(buildRequest(operation, spec), headers, query);
  }

  private addHandlers(): void {
    for (const [operation, respond] of Object.entries(this.document.handlers ?? {})) this.use(operation, respond);
  }

  private createBackend(proxy: ResolvedProxy): BackendProxy {
    const { log, delays, faults, overrides, withHeaders } = this.shared;
    return new BackendProxy(proxy, {
      ...{ log, delays, faults, withHeaders, overrides: overrides.of(this) },
      current: () => this.current,
      requiresAuth: this.options.auth !== false,
      maxBodyBytes: this.options.maxBodyBytes ?? MAX_BODY_BYTES,
      rejectsViolations: this.options.validate === 'error',
    });
  }

  private createResponder(contract: Contract): Responder {
    const { mode = 'live', seed, items, now, intercept, stateless, auth, validate, strictState = false } = this.options;
    const { streams } = this.options;
    const { resources: corrections, seedData } = this.document;
    const { faults: faultInjection, overrides, delays } = this.shared;
    const replay = this.options.replay && new Replay(contract, this.options.replay, (path) => this.basePathOf(path));
    const keepsRecords = !stateless && mode === 'live';
    const served = keepsRecords && !this.document.proxy ? withExampleSchemas(contract) : contract;
    const createWorld = (engine: PrismEngine) =>
      new World(served, engine, { strict: strictState, corrections, seedData, inherited: this.inherited });
    const responder = new Responder(served, {
      original: contract,
      ...{ mode, seed, items, now, intercept, auth, validate, faultInjection, replay },
      overrides: overrides.of(this),
      streams: { intervalMs: 0, items: undefined, ...streams, wait: (delayMs) => delays.wait(delayMs) },
      createWorld: stateless ? undefined : createWorld,
    });
    // Seed data that does not fit the document is an error now, not at the first request.
    if (seedData && !responder.world)
      throw new UsageError('Seed data needs a mock that keeps records: not a stateless, static or dynamic one.');
    return responder;
  }
}
