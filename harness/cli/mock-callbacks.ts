import { UsageError } from '../core/errors.ts';
import type { CallbackOptions } from '../mock/callbacks/callback-options.ts';
import type { CallbackDelivery } from '../mock/callbacks/delivery.ts';
import { oneLine } from '../report/text/escape.ts';
import type { OptionTable, ParsedOptions } from './options/options.ts';

/** Options of the callbacks and webhooks of the mock. */
export const callbackOptions: OptionTable = {
  'allow-callback-host': {
    type: 'string',
    multiple: true,
    value: 'HOST',
    help: 'also send callbacks to this host, or host:port, not only to this machine; repeatable',
  },
  'callback-delay': { type: 'string', value: 'TIME', help: 'time between a response and its callbacks (default: 0s)' },
  'callback-retries': {
    type: 'string',
    value: 'NUMBER',
    help: 'how often a failed callback is sent again (default: 2)',
  },
  'webhook-url': { type: 'string', value: 'URL', help: 'receives the webhooks of the document' },
  'no-callbacks': { type: 'boolean', help: 'send no callbacks and webhooks' },
};

/** @throws {UsageError} for an invalid option */
export function readCallbackOptions(args: ParsedOptions): CallbackOptions | false {
  const webhookUrl = args.string('webhook-url');
  if (webhookUrl !== undefined && !URL.canParse(webhookUrl))
    throw new UsageError(`--webhook-url takes a URL, not "${webhookUrl}"`);
  if (args.flag('no-callbacks')) return false;
  return {
    webhookUrl,
    delay: args.duration('callback-delay'),
    retries: args.count('callback-retries'),
    allowedHosts: args.strings('allow-callback-host'),
  };
}

/** Returns the log line of a callback: `  POST http://127.0.0.1:9/hook 204 3.1 ms  callback onPaid of request 7`. */
export function formatDelivery({
  callback,
  request,
  url,
  response,
  cause,
  problems,
  ...facts
}: CallbackDelivery): string {
  const { attempts, durationMs } = facts;
  const origin = cause === undefined ? `webhook ${callback}` : `callback ${callback} of request ${cause}`;
  const tries = attempts > 1 ? `, sent ${attempts} times` : '';
  const result = request ? `${request.method} ${url} ${response?.status ?? '-'} ${durationMs.toFixed(1)} ms` : url;
  return oneLine([`  ${result}  ${origin}${tries}`, ...(problems.length > 0 ? [problems.join('; ')] : [])].join('  '));
}
