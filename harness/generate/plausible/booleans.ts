import type { PropertySource } from './property-source.ts';

const USUALLY_TRUE =
  /\b(active|enabled|verified|available|published|visible|valid|success|successful|ok|public|in stock|confirmed)\b/;
const USUALLY_FALSE =
  /\b(deleted|archived|blocked|hidden|disabled|banned|locked|suspended|deprecated|expired|draft|has more|has next|truncated|in error|has errors?|failed)\b/;

/** What responses say of their own request; records that have it, such as deliveries, have an identifier, too. */
const OUTCOME = /^(is )?(ok|success|successful|succeeded|acknowledged)$/;
const IDENTIFIER = /(^| )(id|uuid)$/;

/** What has this is rather not shown at all. */
const NEVER = /^(is |was )?(deleted|removed|trashed)$/;

/** Returns what most records have: `active` is mostly true, `deleted` mostly false; a response that succeeds says so. */
export function plausibleBoolean(source: PropertySource): boolean {
  const { phrase, faker } = source;
  if (OUTCOME.test(phrase) && !source.hasSibling(IDENTIFIER)) return true;
  if (NEVER.test(phrase)) return false;
  const probability = USUALLY_TRUE.test(phrase) ? 0.85 : USUALLY_FALSE.test(phrase) ? 0.1 : 0.5;
  return faker.datatype.boolean({ probability });
}
