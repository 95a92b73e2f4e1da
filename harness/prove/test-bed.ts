import { setMaxListeners } from 'node:events';
import type { Check, HttpClient, Operation } from '../core/model.ts';
import type { UniqueValues } from '../generate/requests/unique-values.ts';
import { createHttpClient } from '../http/client.ts';
import { placeholderCredentials } from '../http/credentials.ts';
import { type Mock, startMock } from '../mock/mock.ts';
import type { MockInterceptor } from '../mock/types.ts';
import type { Contract } from '../openapi/contract.ts';
import { createServiceState } from '../runner/service-state.ts';
import type { SuiteContext } from '../runner/suite.ts';
import type { Mutation } from './mutant.ts';
import { type Relay, startRelay } from './relay.ts';

export interface TestBedOptions {
  readonly contract: Contract;
  readonly checks: readonly Check[];
  readonly fresh: UniqueValues;
  readonly seed: number;
  readonly examples: readonly string[];
  readonly signal: AbortSignal;
}

/** Milliseconds for an answer, as in `verify`. */
const TIMEOUT = 10_000;
/** Requests under way at once, as in `verify`. */
const CONCURRENCY = 8;

/** One mock for the whole proof; its alteration of the moment is exchanged between runs. */
export class TestBed {
  private readonly options: TestBedOptions;
  private readonly mock: Mock;
  private readonly wire: Relay;
  private readonly setting: { alteration: Mutation };
  private readonly direct: HttpClient;
  private readonly targets: HttpClient[] = [];

  private constructor(options: TestBedOptions, mock: Mock, wire: Relay, setting: { alteration: Mutation }) {
    this.options = options;
    this.mock = mock;
    this.wire = wire;
    this.setting = setting;
    this.direct = createHttpClient({ baseUrl: mock.url, timeout: TIMEOUT, connections: CONCURRENCY });
    this.targets.push(this.direct);
  }

  static async open(options: TestBedOptions): Promise<TestBed> {
    const setting: { alteration: Mutation } = { alteration: {} };
    const intercept: MockInterceptor = {
      judged: (request, judgement) => setting.alteration.judged?.(request, judgement) ?? judgement,
      answered: (request, judgement, answer) => setting.alteration.answered?.(request, judgement, answer) ?? answer,
    };
    setMaxListeners(0, options.signal);
    const mock = await startMock({ contract: options.contract, port: 0, cors: false, intercept });
    await mock.warm();
    return new TestBed(options, mock, await startRelay(mock.port), setting);
  }

  /** Alters the mock from the next request on, and gives the context of a run against it: one that knows nothing yet. */
  set(alteration: Mutation, operations: readonly Operation[], concurrency = CONCURRENCY): SuiteContext {
    this.setting.alteration = alteration;
    const { contract, checks, fresh, seed, examples, signal } = this.options;
    const timeout = alteration.wire?.timeout ?? TIMEOUT;
    return {
      contract,
      operations,
      target: alteration.wire ? this.wired(timeout) : this.direct,
      checks,
      fresh,
      seed,
      concurrency,
      runs: 0,
      examples,
      timeout,
      transport: {},
      credentials: (operation) => placeholderCredentials(contract, operation),
      authorized: true,
      deadline: Number.POSITIVE_INFINITY,
      acquaintance: createServiceState(),
      signal,
      leaveOut: () => {},
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.targets.map((target) => target.close()));
    await this.wire.close();
    await this.mock.close();
  }

  /** Where connections are treated unusually, none is left over from another service. */
  private wired(timeout: number): HttpClient {
    const target = createHttpClient({ baseUrl: this.wire.url, timeout, connections: CONCURRENCY });
    this.targets.push(target);
    return target;
  }
}
