import { jsonEqual } from '../../../../core/json/equal.ts';
import { isObject } from '../../../../core/json/index.ts';
import { appendTokens, getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { hides } from '../../../../generate/values/visible-value.ts';
import { words } from '../../../../openapi/resources/names.ts';

const STATE = /\b(status|state|phase)$/;
const ENDED = /^(expired|ended|cancell?ed|closed|inactive|disabled|deactivated|revoked|terminated)$/i;
const ENDING = /^(deleting|removing|terminating)$/i;
const END_TIME = /^(deleted|removed|archived|cancell?ed|expired|ended|revoked|trashed)( (at|on|date|time))?$/;

/**
 * Whether a record says that it has ended since it was seen before: a DELETE may keep what it ends, such as an order that is
 * cancelled, and show it so.
 */
export function hasEnded(record: JsonValue, before: JsonValue | undefined): boolean {
  return saysOfItself(record, (name, value, at) => {
    if (!saysEnded(name, value) && !saysEnding(name, value)) return false;
    const earlier = before === undefined ? undefined : getAt(before, at);
    return earlier === undefined || !jsonEqual(earlier, value);
  });
}

/** Whether a record says that it is about to be gone. */
export function isEnding(record: JsonValue): boolean {
  return saysOfItself(record, saysEnding);
}

/** Whether a property of a record, or of an object in it, says something. */
function saysOfItself(
  record: JsonValue,
  says: (name: string, value: JsonValue, at: string) => boolean,
  at = '',
  name = '',
): boolean {
  if (!isObject(record)) return !Array.isArray(record) && says(name, record, at);
  return Object.entries(record).some(([key, value]) => saysOfItself(value, says, appendTokens(at, key), key));
}

function saysEnded(name: string, value: JsonValue): boolean {
  const label = words(name).join(' ');
  if (typeof value !== 'string') return hides(name, value);
  return hides(name, value) || (STATE.test(label) && ENDED.test(value)) || (END_TIME.test(label) && /\d/.test(value));
}

function saysEnding(name: string, value: JsonValue): boolean {
  return typeof value === 'string' && STATE.test(words(name).join(' ')) && ENDING.test(value);
}
