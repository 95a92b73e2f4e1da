import type { JsonValue } from '../../core/model.ts';
import type { CallbackSender } from '../callbacks/callback-sender.ts';
import type { DeliveryLog } from '../callbacks/delivery.ts';
import type { RequestLog } from '../request-log.ts';
import type { FaultInjection } from '../server/fault-injection.ts';
import type { Overrides } from './overrides.ts';
import type { ServedDocument } from './served-document.ts';
import type { WorldState } from './world-state.ts';

/** A document whose mock can be steered. */
export interface ControlledDocument extends ServedDocument {
  readonly state: WorldState;
  /** Undefined if the mock sends none. */
  readonly callbacks: CallbackSender | undefined;
}

/** What a mock has that can be steered. */
export interface Controlled {
  readonly prefix: string;
  /** At least one. */
  readonly documents: readonly ControlledDocument[];
  readonly log: RequestLog;
  readonly overrides: Overrides;
  readonly faults: FaultInjection;
  readonly deliveries: DeliveryLog;
  readonly reset: () => void;
}

/** A control request. */
export interface ControlCall {
  /** Segments of the path below the first one, decoded. */
  readonly path: readonly string[];
  readonly query: ReadonlyMap<string, string>;
  /** @throws {InputError} for a body that is not JSON */
  readonly body: () => JsonValue | undefined;
}

/** What a control request gives: JSON, or nothing. */
export type ControlResult = JsonValue | undefined;

/** Routes by `METHOD name`, where the name is the first segment below the prefix. */
export type ControlRoutes = Readonly<
  Record<string, (mock: Controlled, call: ControlCall) => ControlResult | Promise<ControlResult>>
>;

/** Something that the request names and that is not there. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
}
