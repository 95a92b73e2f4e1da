import { setMaxListeners } from 'node:events';
import type { Fresh } from '../generate/requests/unique-values.ts';
import type { Contract } from '../openapi/contract.ts';
import type { Intercept } from '../mock/types.ts';
import { type Mock, startMock } from '../mock/mock.ts';
import type { Check, Operation, Target } from '../core/model.ts';
import { newAcquaintance } from '../runner/service-state.ts';
import { standInCredentials } from '../http/credentials.ts';
import type { SuiteContext } from '../runner/suite.ts';
import { createHttpTarget } from '../http/client.ts';
import type { Alteration } from './mutant.ts';
import { openWire, type Wire } from './relay.ts';

export interface StageOptions {
  readonly contract: Contract;
  readonly checks: readonly Check[];
  readonly fresh: Fresh;
  readonly seed: number;
  readonly examples: readonly string[];
  readonly signal: AbortSignal;
}

/** Milliseconds for an answer, as in `verify`. */
const TIMEOUT = 10_000;
/** Requests under way at once, as in `verify`. */
const CONCURRENCY = 8;

/** One mock for the whole proof; its alteration of the moment is exchanged between runs. */
export class Stage {
  private readonly options: StageOptions;
  private readonly mock: Mock;
  private readonly wire: Wire;
  private readonly setting: { alteration: Alteration };
  private readonly direct: Target;
  private readonly targets: Target[] = [];

  private constructor(options: StageOptions, mock: Mock, wire: Wire, setting: { alteration: Alteration }) {
    this.options = options;
    this.mock = mock;
    this.wire = wire;
    this.setting = setting;
    this.direct = createHttpTarget({ baseUrl: mock.url, timeout: TIMEOUT, connections: CONCURRENCY });
    this.targets.push(this.direct);
  }

  static async open(options: StageOptions): Promise<Stage> {
    const setting: { alteration: Alteration } = { alteration: {} };
    const intercept: Intercept = {
      judged: (request, judgement) => setting.alteration.judged?.(request, judgement) ?? judgement,
      answered: (request, judgement, answer) => setting.alteration.answered?.(request, judgement, answer) ?? answer,
    };
    setMaxListeners(0, options.signal);
    const mock = await startMock({ contract: options.contract, port: 0, cors: false, intercept });
    await mock.warm();
    return new Stage(options, mock, await openWire(mock.port), setting);
  }

  /** Alters the mock from the next request on, and gives the context of a run against it: one that knows nothing yet. */
  set(alteration: Alteration, operations: readonly Operation[], concurrency = CONCURRENCY): SuiteContext {
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
      credentials: (operation) => standInCredentials(contract, operation),
      authorized: true,
      deadline: Number.POSITIVE_INFINITY,
      acquaintance: newAcquaintance(),
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
  private wired(timeout: number): Target {
    const target = createHttpTarget({ baseUrl: this.wire.url, timeout, connections: CONCURRENCY });
    this.targets.push(target);
    return target;
  }
}
