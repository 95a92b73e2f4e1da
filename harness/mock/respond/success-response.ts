import type { Contract } from '../../openapi/contract.ts';
import type { Json, Operation } from '../../core/model.ts';
import type { Chaos } from '../server/fault-injection.ts';
import { type Echo, echoOf } from './echo-body.ts';
import { type Engine, NOT_ACCEPTABLE, type Planned } from '../prism/prism-engine.ts';
import type { MockAnswer, ReceivedRequest } from '../types.ts';
import type { MockMode } from '../mock-mode.ts';
import type { Plan } from '../prism/negotiated-response.ts';
import type { Preferences } from './prefer-header.ts';
import { reason } from './problem-details.ts';
import { exampleForStatus, type Refusals } from './error-response.ts';

export interface SuccessOptions {
  readonly mode: MockMode;
  /** Seed of what is generated; without one every answer is another. */
  readonly seed?: string | undefined;
  readonly chaos?: Chaos | undefined;
}

/** Answers accepted requests: with the success of the document, or with what the request prefers. */
export class Successes {
  private readonly contract: Contract;
  private readonly engine: Engine;
  private readonly refusals: Refusals;
  private readonly options: SuccessOptions;
  private readonly echoes = new WeakMap<Plan, { readonly echo: Echo | undefined }>();

  constructor(contract: Contract, engine: Engine, refusals: Refusals, options: SuccessOptions) {
    this.contract = contract;
    this.engine = engine;
    this.refusals = refusals;
    this.options = options;
  }

  /** @param body the JSON that was posted, where it keeps its schema */
  answer(
    request: ReceivedRequest,
    operation: Operation,
    body: Json | undefined,
    preferences: Preferences,
  ): MockAnswer | Promise<MockAnswer> {
    const accept = acceptOf(request.headers);
    const failure = this.options.chaos?.failure(operation);
    if (failure !== undefined)
      return this.refusals.fail(operation, failure, `${reason(failure)}: a failure at random, as asked for`, accept);
    const { response } = preferences;
    const told = response && response.status >= 400 ? exampleForStatus(response.spec, response.status) : undefined;
    const example = preferences.example ?? told;
    const dynamic = preferences.dynamic ?? (this.options.mode === 'dynamic' && example === undefined);
    if (response && response.status >= 400 && example === undefined && !dynamic)
      return this.refusals.fail(
        operation,
        response.status,
        `${reason(response.status)}: answered as preferred`,
        accept,
      );
    const seed = preferences.seed ?? this.options.seed;
    const planned = this.engine.plan({ operation, code: response?.status, example, dynamic, seed, accept });
    const posted = this.options.mode === 'live' && example === undefined && !dynamic ? body : undefined;
    if (planned instanceof Promise)
      return planned.then(
        (plan) => this.carryOut(request, operation, plan, posted),
        (error) => this.giveUp(operation, error, accept),
      );
    return this.carryOut(request, operation, planned, posted);
  }

  private carryOut(
    request: ReceivedRequest,
    operation: Operation,
    plan: Planned,
    posted: Json | undefined,
  ): MockAnswer | Promise<MockAnswer> {
    if (plan === NOT_ACCEPTABLE) return this.notAcceptable(request, operation);
    const echoed = posted === undefined ? undefined : this.echo(operation, plan)?.(posted, request.body);
    return { status: plan.status, headers: plan.headers, body: echoed ?? plan.bytes };
  }

  /** Prism can make no answer, for instance where a schema demands an endless value. */
  private giveUp(operation: Operation, error: unknown, accept: string | undefined): MockAnswer | Promise<MockAnswer> {
    const reason = error instanceof Error ? error.message : String(error);
    process.emitWarning(`${operation.id}: no answer can be made: ${reason}`);
    return this.refusals.fail(operation, 500, `no answer can be made from the document: ${reason}`, accept);
  }

  private echo(operation: Operation, plan: Plan): Echo | undefined {
    let known = this.echoes.get(plan);
    if (!known) {
      known = { echo: plan.status < 300 ? echoOf(this.contract, operation, plan) : undefined };
      this.echoes.set(plan, known);
    }
    return known.echo;
  }

  private notAcceptable({ headers }: ReceivedRequest, operation: Operation): MockAnswer | Promise<MockAnswer> {
    const types = operation.responses.filter(({ key }) => /^2|default/.test(key)).flatMap(({ content }) => content);
    const known = [...new Set(types.map(({ type }) => type))].join(', ');
    const says = `header accept must allow ${known}, got ${JSON.stringify(acceptOf(headers))}`;
    return this.refusals.refuse([operation], 406, says, acceptOf(headers));
  }
}

/** The Accept header; undefined also where it asks for any type, as most clients do. */
export function acceptOf({ accept }: ReceivedRequest['headers']): string | undefined {
  return accept === undefined || accept === '*/*' || accept === '' ? undefined : String(accept);
}
