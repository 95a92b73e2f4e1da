import { setMaxListeners } from 'node:events';
import type { Check, HttpClient, Operation } from '../core/model.ts';
import type { SpecifiedCase } from '../generate/requests/test-case.ts';
import type { UniqueValues } from '../generate/requests/unique-values.ts';
import { createHttpClient } from '../http/client.ts';
import { placeholderCredentials } from '../http/credentials.ts';
import { type Mock, startMock } from '../mock/mock.ts';
import type { MockInterceptor } from '../mock/types.ts';
import type { Contract } from '../openapi/contract.ts';
import { DEFAULT_EFFORT } from '../runner/settings/effort.ts';
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

/** Response timeout, as in `verify`. */
const TIMEOUT_MS = 10_000;
/** Maximum concurrent requests, as in `verify`. */
const CONCURRENCY = 8;

/** One mock for all mutants; its mutation is replaced between runs. */
export class TestBed {
  private readonly options: TestBedOptions;
  private readonly mock: Mock;
  private readonly relay: Relay;
  private readonly mockOptions: { mutation: Mutation };
  private readonly direct: HttpClient;
  private readonly targets: HttpClient[] = [];

  private constructor(options: TestBedOptions, mock: Mock, relay: Relay, setting: { mutation: Mutation }) {
    this.options = options;
    this.mock = mock;
    this.relay = relay;
    this.mockOptions = setting;
    this.direct = createHttpClient({ baseUrl: mock.url, timeoutMs: TIMEOUT_MS, connections: CONCURRENCY });
    this.targets.push(this.direct);
  }

  static async open(options: TestBedOptions): Promise<TestBed> {
    const setting: { mutation: Mutation } = { mutation: {} };
    const interceptor: MockInterceptor = {
      onValidated: (request, validation) => setting.mutation.onValidated?.(request, validation) ?? validation,
      onResponse: (request, validation, response) =>
        setting.mutation.onResponse?.(request, validation, response) ?? response,
    };
    setMaxListeners(0, options.signal);
    // Cases run at once and in any order, and each must get the same response with and without a mutation.
    const stateless = { stateless: true, cors: false };
    const mock = await startMock({
      contract: options.contract,
      port: 0,
      callbacks: false,
      ...stateless,
      intercept: interceptor,
    });
    await mock.warm();
    return new TestBed(options, mock, await startRelay(mock.port), setting);
  }

  /** Sets the mutation of the mock, and returns the context of a new run against it. */
  set(mutation: Mutation, operations: readonly Operation[], concurrency = CONCURRENCY): SuiteContext {
    this.mockOptions.mutation = mutation;
    const { contract, checks, unique, seed, examples, signal } = this.options;
    const timeout = mutation.transport?.timeout ?? TIMEOUT_MS;
    return {
      source: {
        contract,
        operations,
        unique,
        seed,
        effort: DEFAULT_EFFORT,
        randomCases: 0,
        examples,
        hasCredentials: true,
      },
      executor: createExecutor({
        contract,
        unique,
        client: mutation.transport ? this.viaRelay(timeout) : this.direct,
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

  /** Returns a new client through the relay, without connections from earlier runs. */
  private viaRelay(timeout: number): HttpClient {
    const target = createHttpClient({ baseUrl: this.relay.url, timeoutMs: timeout, connections: CONCURRENCY });
    this.targets.push(target);
    return target;
  }
}
