import { setMaxListeners } from 'node:events';
import type { Check, HttpClient, Operation } from '../core/model.ts';
import type { SpecifiedCase } from '../generate/requests/test-case.ts';
import type { UniqueValues } from '../generate/requests/unique-values.ts';
import { createHttpClient } from '../http/client.ts';
import { placeholderCredentials } from '../http/credentials.ts';
import { type Mock, startMock } from '../mock/mock.ts';
import type { MockInterceptor } from '../mock/types.ts';
import type { Contract } from '../openapi/contract.ts';
import { createExecutor, type SuiteContext } from '../runner/suite.ts';
import type { Mutation } from './mutant.ts';
import { type Relay, startRelay } from './relay.ts';

export interface TestBedOptions {
  readonly contract: Contract;
  readonly checks: readonly Check[];
  readonly unique: UniqueValues;
  readonly seed: number;
  readonly examples: readonly SpecifiedCase[];
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
  private readonly relay: Relay;
  private readonly mockOptions: { mutation: Mutation };
  private readonly direct: HttpClient;
  private readonly targets: HttpClient[] = [];

  private constructor(options: TestBedOptions, mock: Mock, wire: Relay, setting: { mutation: Mutation }) {
    this.options = options;
    this.mock = mock;
    this.relay = wire;
    this.mockOptions = setting;
    this.direct = createHttpClient({ baseUrl: mock.url, timeoutMs: TIMEOUT, connections: CONCURRENCY });
    this.targets.push(this.direct);
  }

  static async open(options: TestBedOptions): Promise<TestBed> {
    const setting: { mutation: Mutation } = { mutation: {} };
    const intercept: MockInterceptor = {
      onValidated: (request, judgement) => setting.mutation.onValidated?.(request, judgement) ?? judgement,
      onResponse: (request, judgement, response) =>
        setting.mutation.onResponse?.(request, judgement, response) ?? response,
    };
    setMaxListeners(0, options.signal);
    const mock = await startMock({ contract: options.contract, port: 0, cors: false, intercept });
    await mock.warm();
    return new TestBed(options, mock, await startRelay(mock.port), setting);
  }

  /** Alters the mock from the next request on, and gives the context of a run against it: one that knows nothing yet. */
  set(alteration: Mutation, operations: readonly Operation[], concurrency = CONCURRENCY): SuiteContext {
    this.mockOptions.mutation = alteration;
    const { contract, checks, unique, seed, examples, signal } = this.options;
    const timeout = alteration.transport?.timeout ?? TIMEOUT;
    return {
      source: { contract, operations, unique, seed, randomCases: 0, examples, hasCredentials: true },
      executor: createExecutor({
        contract,
        client: alteration.transport ? this.viaRelay(timeout) : this.direct,
        checks,
        hasCredentials: true,
        timeoutMs: timeout,
        transport: {},
        credentials: (operation) => placeholderCredentials(contract, operation),
        signal,
      }),
      control: { signal, deadline: Number.POSITIVE_INFINITY, concurrency, onSkip: () => {} },
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.targets.map((target) => target.close()));
    await this.relay.close();
    await this.mock.close();
  }

  /** Where connections are treated unusually, none is left over from another service. */
  private viaRelay(timeout: number): HttpClient {
    const target = createHttpClient({ baseUrl: this.relay.url, timeoutMs: timeout, connections: CONCURRENCY });
    this.targets.push(target);
    return target;
  }
}
