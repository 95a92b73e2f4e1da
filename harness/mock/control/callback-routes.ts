import { InputError } from '../../core/errors.ts';
import { isObject } from '../../core/json/index.ts';
import type { JsonObject } from '../../core/model.ts';
import type { CallbackDelivery } from '../callbacks/delivery.ts';
import { type ControlRoutes, NotFoundError } from './control-types.ts';
import { bodyText } from './request-routes.ts';
import { senderOf } from './webhook-sender.ts';

const OFF = 'this mock sends no callbacks';

/** The history of callbacks, and webhooks on demand. */
export const CALLBACK_ROUTES: ControlRoutes = {
  'GET callbacks': ({ deliveries: log }, { query }) => {
    const after = Number(query.get('after') ?? 0);
    if (!Number.isInteger(after)) throw new InputError('after must be the id of a callback');
    return { callbacks: log.deliveries.filter(({ id }) => id > after).map(describe), last: log.lastId };
  },
  'POST webhooks': async ({ documents }, { path: [name = ''], body }) => {
    const sender = senderOf(documents, name);
    if (!sender) throw new NotFoundError(OFF);
    const given = body();
    const url = isObject(given) ? given['url'] : undefined;
    if (url !== undefined && typeof url !== 'string') throw new InputError('url must be a string');
    return describe(await sender.sendWebhook(name, url));
  },
};

/** In the form of a request of the history. */
function describe({ request, response, problems, finishedAt, ...delivery }: CallbackDelivery): JsonObject {
  const { id, callback, operation, cause, url, attempts, durationMs } = delivery;
  return {
    ...{ id, callback, operation, cause: cause ?? null, attempts, durationMs },
    method: request?.method ?? '-',
    path: url,
    status: response?.status ?? 0,
    receivedAt: finishedAt.toISOString(),
    problems: [...problems],
    violations: [],
    source: 'callback',
    headers: Object.fromEntries((request?.headers ?? []).map(([name, value]) => [name, value])),
    body: bodyText(request?.body ?? new Uint8Array()),
    response: {
      headers: (response?.headers ?? []).map(([name, value]) => [name, value]),
      body: bodyText(response?.body ?? new Uint8Array()),
    },
  };
}
