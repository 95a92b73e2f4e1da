/** What one exchange shows. */
export const EXCHANGE_CHECKS = [
  'complete-response',
  'status-code',
  'expected-outcome',
  'lenient-parsing',
  'server-error',
  'content-type',
  'json-syntax',
  'stream-framing',
  'response-schema',
  'response-headers',
  'lossless-values',
  'expected-response',
] as const;

export type ExchangeCheckId = (typeof EXCHANGE_CHECKS)[number];

/** What several requests together show; the ids of the checks of the suite `stateful`. */
export const STATEFUL_CHECKS = [
  'created-is-readable',
  'created-is-listed',
  'pages-are-complete',
  'list-follows-query',
  'update-is-visible',
  'put-replaces',
  'put-is-idempotent',
  'read-back-is-accepted',
  'patch-is-partial',
  'action-is-visible',
  'delete-removes',
  'rejected-changes-nothing',
  'safe-changes-nothing',
  'head-matches-get',
  'read-follows-validator',
  'others-are-untouched',
  'nested-stays-with-parent',
  'identity-is-stable',
  'values-stay-unique',
  'stale-change-is-rejected',
  'current-change-is-accepted',
  'conflict-is-rejected',
  'write-only-is-hidden',
] as const;

export type StatefulCheckId = (typeof STATEFUL_CHECKS)[number];

/** Id of a check, as reports, baselines and `--severity` name it. */
export type CheckId = ExchangeCheckId | StatefulCheckId | 'callback-request' | 'dredd';

/** Whether a request was accepted or rejected as it must be. */
export const EXPECTED_OUTCOME = 'expected-outcome' satisfies CheckId;

/** What the service sends as a callback, if a run receives callbacks. */
export const CALLBACK_REQUEST = 'callback-request' satisfies CheckId;

/** Whatever the Dredd suite reports; also the name of that suite. */
export const DREDD = 'dredd' satisfies CheckId;

/** Whether the status of a response is documented. */
export const STATUS_CODE = 'status-code' satisfies CheckId;

/** Whether the media type of a response is documented. */
export const CONTENT_TYPE = 'content-type' satisfies CheckId;

/** Whether the body of a response is the JSON that its media type says. */
export const JSON_SYNTAX = 'json-syntax' satisfies CheckId;

/** Whether the body of a response is valid. */
export const RESPONSE_SCHEMA = 'response-schema' satisfies CheckId;

/** Its warnings count as kills of mutants that parse leniently. */
export const LENIENT_PARSING = 'lenient-parsing' satisfies CheckId;

/** Every id that a finding can name. */
export const CHECK_IDS: readonly string[] = [...EXCHANGE_CHECKS, ...STATEFUL_CHECKS, CALLBACK_REQUEST, DREDD];
