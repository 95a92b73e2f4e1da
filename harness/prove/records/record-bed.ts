import { setMaxListeners } from 'node:events';
import { STATEFUL_CHECKS } from '../../core/check-ids.ts';
import type { CaseResult, Check } from '../../core/model.ts';
import type { UniqueValues } from '../../generate/requests/unique-values.ts';
import { createHttpClient } from '../../http/client.ts';
import { placeholderCredentials } from '../../http/credentials.ts';
import { PlainState } from '../../mock/control/plain-state.ts';
import { WorldState } from '../../mock/control/world-state.ts';
import { type Mock, startMock } from '../../mock/mock.ts';
import type { MockInterceptor } from '../../mock/types.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { Contract } from '../../openapi/contract.ts';
import { createSender } from '../../runner/pool/create-sender.ts';
import { createExecutor } from '../../runner/suite.ts';
import { STATEFUL } from '../../runner/suites/stateful/name.ts';
import { isReadable, runSequences } from '../../runner/suites/stateful/suite.ts';
import { factsOf, isKilledBy } from '../mutant.ts';
import type { MutantResult, VariationResult } from '../report.ts';
import type { Variation } from '../variations/variation.ts';
import { type RecordMutant, recordMutants } from './record-mutants.ts';
import { reads } from './record-mutator.ts';
import { recordVariations } from './record-variations.ts';

export interface RecordBedOptions {
  readonly contract: Contract;
  readonly checks: readonly Check[];
  readonly unique: UniqueValues;
  readonly seed: number;
  readonly signal: AbortSignal;
}

const TIMEOUT_MS = 10_000;
/** How long readers wait: mutants never show what is expected, variations at the second read. */
const CONSISTENCY_MS = { mutant: 5, variation: 500 };
/** Few are enough: most mutants are found by the systematic sequence. */
const RANDOM_SEQUENCES = 4;

/** A mock that keeps records, for mutants and variations that several requests show. */
export class RecordBed {
  private readonly options: RecordBedOptions;
  private readonly mock: Mock;
  private readonly setting: { intercept: MockInterceptor };

  private constructor(options: RecordBedOptions, mock: Mock, setting: { intercept: MockInterceptor }) {
    this.options = options;
    this.mock = mock;
    this.setting = setting;
  }

  static async open(options: RecordBedOptions): Promise<RecordBed> {
    const setting: { intercept: MockInterceptor } = { intercept: {} };
    setMaxListeners(0, options.signal);
    const mock = await startMock({
      callbacks: false,
      contract: options.contract,
      port: 0,
      cors: false,
      strictState: true,
      intercept: {
        onValidated: (request, validation) => setting.intercept.onValidated?.(request, validation) ?? validation,
        onResponse: (request, validation, response) =>
          setting.intercept.onResponse?.(request, validation, response) ?? response,
      },
    });
    return new RecordBed(options, mock, setting);
  }

  /** Returns the mutants of the operations that the suite uses with success on the mock as it is. */
  async mutants(): Promise<RecordMutant[]> {
    const found: RecordMutant[] = [];
    for (const types of this.readable) {
      const accepted = new Set<string>();
      for await (const { operation, disposition } of this.run(types.type.name, {}, CONSISTENCY_MS.mutant))
        if (disposition === 'accepted') accepted.add(operation);
      const reader = reads(types)?.operation.id;
      if (reader !== undefined && !accepted.has(reader)) continue;
      const mutants = recordMutants(this.options.contract, types);
      found.push(...mutants.filter(({ operation }) => accepted.has(operation.id)));
    }
    return found;
  }

  get variations(): { readonly resource: string; readonly variation: Variation }[] {
    return this.readable.flatMap((types) =>
      recordVariations(this.options.contract, types).map((variation) => ({ resource: types.type.name, variation })),
    );
  }

  /** The records of the mock with what they are made of, which its users do not see. */
  private get state(): WorldState {
    const { state } = this.mock;
    if (state instanceof PlainState && state.exact instanceof WorldState) return state.exact;
    throw new TypeError('the mock of the test bed keeps its records in another way');
  }

  private get readable(): TypeWorld[] {
    return this.state.types.filter(({ type }) => !type.singleton && isReadable(type));
  }

  async runMutant(mutant: RecordMutant): Promise<MutantResult> {
    const started = performance.now();
    let triggered = false;
    const mutation = mutant.mutate(() => {
      triggered = true;
    });
    let requestCount = 0;
    for await (const result of this.run(mutant.resource, mutation, CONSISTENCY_MS.mutant)) {
      requestCount++;
      const finding = result.findings.find((each) => isKilledBy(mutant, each));
      if (!finding) continue;
      const kill = { suite: STATEFUL, check: finding.check, case: result.case, requestCount };
      return { mutant: factsOf(mutant), kills: [kill], triggered, durationMs: performance.now() - started };
    }
    return { mutant: factsOf(mutant), kills: [], triggered, durationMs: performance.now() - started };
  }

  async runVariation(resource: string, { description, mutate }: Variation): Promise<VariationResult> {
    const started = performance.now();
    const results: CaseResult[] = [];
    for await (const result of this.run(resource, mutate(), CONSISTENCY_MS.variation)) results.push(result);
    const ids: ReadonlySet<string> = new Set(STATEFUL_CHECKS);
    const falsePositives = results.flatMap(({ suite, case: id, findings }) =>
      findings
        .filter(({ check, severity }) => ids.has(check) && severity === 'error')
        .map(({ check, message }) => ({ suite, case: id, message: `${check}: ${message}` })),
    );
    return { description, falsePositives, requests: results.length, durationMs: performance.now() - started };
  }

  close(): Promise<void> {
    return this.mock.close();
  }

  private async *run(resource: string, intercept: MockInterceptor, consistencyMs: number): AsyncGenerator<CaseResult> {
    const { contract, checks, unique, seed, signal } = this.options;
    this.mock.reset();
    this.setting.intercept = intercept;
    const client = createHttpClient({ baseUrl: this.mock.url, timeoutMs: TIMEOUT_MS, connections: 1 });
    const executor = createExecutor({
      contract,
      unique,
      client,
      checks,
      hasCredentials: true,
      timeoutMs: TIMEOUT_MS,
      credentials: (operation) => placeholderCredentials(contract, operation),
      signal,
    });
    const control = { signal, deadline: Number.POSITIVE_INFINITY, concurrency: 1, onSkip: () => {} };
    const { model } = this.state;
    try {
      if (!model) return;
      yield* runSequences({
        model,
        types: model.types,
        sender: createSender({ executor, control, source: { examples: [] } }, STATEFUL),
        unique,
        seed,
        randomSequences: RANDOM_SEQUENCES,
        consistencyMs,
        keep: false,
        isSelected: ({ name }) => name === resource,
        grade: (_, finding) => finding,
        onSkip: () => {},
      });
    } finally {
      await client.close();
    }
  }
}
