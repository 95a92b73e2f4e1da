import { isObject } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { Operation } from '../core/model.ts';
import type { Contract } from './contract.ts';
import { readItem } from './operations.ts';

/** A request that a service sends to its client, because of one of its operations (OpenAPI 3.0.3, Callback Object). */
export interface Callback {
  readonly name: string;
  /** URL with runtime expressions. */
  readonly url: string;
  /** The request and the responses to it; its path is the URL. */
  readonly operation: Operation;
}

/** A request that a service sends to whoever has subscribed in some other way (OpenAPI 3.1, webhooks). */
export type Webhook = Omit<Callback, 'url'>;

/** Returns the callbacks of an operation, in the order of the document. */
export function callbacksOf(contract: Contract, operation: Operation): readonly Callback[] {
  const cache = contract.derived(createCache);
  const known = cache.get(operation) ?? readCallbacks(contract, operation);
  cache.set(operation, known);
  return known;
}

const createCache = () => new Map<Operation, readonly Callback[]>();

function readCallbacks({ document }: Contract, { pointer, id }: Operation): Callback[] {
  const callbacks = document.at(appendTokens(pointer, 'callbacks'));
  return Object.keys(isObject(callbacks) ? callbacks : {}).flatMap((name) => {
    const callback = document.object(appendTokens(pointer, 'callbacks', name));
    return Object.keys(callback.value)
      .filter((url) => !url.startsWith('x-'))
      .flatMap((url) => {
        const item = appendTokens(callback.pointer, url);
        return readItem(document, item, url, `${id} callback ${name} `).map((operation) => ({ name, url, operation }));
      });
  });
}

/** Returns the webhooks of the document. */
export function webhooksOf({ document }: Contract): readonly Webhook[] {
  const { webhooks } = document.root;
  return Object.keys(isObject(webhooks) ? webhooks : {}).flatMap((name) =>
    readItem(document, appendTokens('#/webhooks', name), '/', `webhook ${name} `).map((operation) => ({
      name,
      operation,
    })),
  );
}
