import type { RecordedExchange } from '../http/har/recorded-exchange.ts';
import type { Contract } from '../openapi/contract.ts';
import type { ResourceCorrections } from '../openapi/resources/corrections/corrections.ts';
import type { CallbackOptions } from './callbacks/callback-options.ts';
import type { CallbackDelivery } from './callbacks/delivery.ts';
import type { Handlers } from './control/check-handlers.ts';
import type { MockMode } from './mock-mode.ts';
import type { ResolvedProxy } from './proxy/proxy-options.ts';
import type { StreamOptions } from './respond/stream-options.ts';
import type { MockInterceptor, SeedData } from './types.ts';

/** How a mock responds, whatever the document. */
export interface ResponseOptions {
  readonly mode?: MockMode | undefined;
  readonly seed?: string | undefined;
  readonly auth?: boolean | undefined;
  readonly maxBodyBytes?: number | undefined;
  readonly validate?: 'reject' | 'warn' | 'error' | undefined;
  readonly stateless?: boolean | undefined;
  readonly strictState?: boolean | undefined;
  readonly items?: number | undefined;
  readonly streams?: StreamOptions | undefined;
  readonly now?: (() => Date) | undefined;
  readonly intercept?: MockInterceptor | undefined;
  /** How callbacks are sent; false: not at all. */
  readonly callbacks?: CallbackOptions | false | undefined;
  readonly onCallback?: ((delivery: CallbackDelivery) => void) | undefined;
  /** Exchanges whose responses are given to the same requests. */
  readonly replay?: readonly RecordedExchange[] | undefined;
}

/** A document to serve, with what is of this document alone. */
export interface DocumentOptions {
  readonly contract: Contract;
  /** The path below which it is served, or `servers`: those of the document. Default: the root. */
  readonly basePath?: string | undefined;
  readonly resources?: ResourceCorrections | undefined;
  readonly seedData?: SeedData | undefined;
  readonly handlers?: Handlers | undefined;
  readonly proxy?: ResolvedProxy | undefined;
}
