import type { JsonValue } from '../../../core/model.ts';
import { words } from '../names.ts';
import { isHidingName } from './filter-names.ts';

const STATE = /\b(status|state|availability|visibility)$/;
const USABLE =
  /^(active|activated|enabled|available|published|approved|open|visible|public|in stock|on sale|for sale)$/;
const UNUSABLE =
  /^(inactive|deactivated|disabled|unavailable|draft|rejected|closed|locked|blocked|suspended|banned|frozen|paused|expired|cancell?ed|retired|discontinued|sold|sold out|out of stock|maintenance|lost|broken)$/;

/** Whether a property says in which state a record is, by its name; any switch may. */
export function mayBeState(name: string, value: JsonValue): boolean {
  return typeof value === 'boolean' || STATE.test(words(name).join(' '));
}

/** How likely a service lets others name a record with this value of a property: 1, 0 where nothing is said, or -1. */
export function usability(name: string, value: JsonValue): number {
  const label = words(name).join(' ').replace(/^is /, '');
  if (typeof value === 'boolean') return (value ? 1 : -1) * usabilityOf(label);
  return STATE.test(label) ? usabilityOf(words(String(value)).join(' ').toLowerCase()) : 0;
}

function usabilityOf(label: string): number {
  if (USABLE.test(label)) return 1;
  return UNUSABLE.test(label) || isHidingName(label) ? -1 : 0;
}
