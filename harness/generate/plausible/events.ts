import { words } from '../../openapi/resources/names.ts';

const TIME_OF = /^(?:(?:last|first) )?(\w+)( (?:up|in|out|off))? (?:at|on|date|time|timestamp)$|^date (\w+)$/;
const PARTICIPLE = /(ed|paid|sent|read|seen|won|lost|begun|done|sold|withdrawn|hidden|frozen)$/;
/** Of the record itself, or of what is only planned. */
const OTHERS =
  /^(created|inserted|added|registered|updated|modified|changed|expected|estimated|planned|scheduled|need|fixed)$/;
/** What most records have not had happen to them. */
const RARE =
  /^(deleted|removed|archived|edited|cancell?ed|revoked|banned|suspended|blocked|disabled|deactivated|rejected|refunded|failed|withdrawn|terminated|trashed|discarded|locked|hidden|frozen|declined|denied|dismissed|voided|aborted|abandoned|expired|reopened|restored|rescheduled|snoozed|paused|muted|flagged|escalated|reversed)$/;

/** `cancellationReason`, `declined_by`, `snoozedUntil`, `reasonForRefund`. */
const ASPECT_OF =
  /^(?:reason (?:for|of) (\w+)|(\w+) (?:reason|reasons|explanation|note|notes|comment|by|by id|by user id|until))$/;
const AMOUNT_OF = /^(?:(?:total |amount )(\w+)|(\w+) (?:amount|total))$/;
/** What an event is called as a noun, where the verb does not tell. */
const NOUNS: ReadonlyMap<string, string> = new Map([
  ['cancellation', 'cancelled'],
  ['rejection', 'rejected'],
  ['suspension', 'suspended'],
  ['termination', 'terminated'],
  ['deletion', 'deleted'],
  ['revocation', 'revoked'],
  ['closure', 'closed'],
  ['closing', 'closed'],
  ['failure', 'failed'],
  ['error', 'failed'],
  ['return', 'returned'],
  ['ban', 'banned'],
]);

/** The word for what has happened to a record that has a reason, a person or an amount for it: `cancelled` of `cancellationReason`. */
export function eventBehind(name: string, isAmount: boolean): string | undefined {
  const [, first, second] = (isAmount ? AMOUNT_OF : ASPECT_OF).exec(words(name).join(' ')) ?? [];
  const word = first ?? second;
  if (word === undefined) return undefined;
  if (OTHERS.test(word)) return undefined;
  const participle = NOUNS.get(word) ?? [word, `${word}d`, `${word}ed`, `${word}led`].find(isRare);
  return participle ?? (isAmount ? undefined : word);
}

/** The word for what happens at a time of this name: `archived` of `archivedAt` or `date_archived`; undefined of other names. */
export function eventOf(name: string): string | undefined {
  const [, before, particle = '', after] = TIME_OF.exec(words(name).join(' ')) ?? [];
  const event = before ?? after;
  return event !== undefined && PARTICIPLE.test(event) && !OTHERS.test(event) ? event + particle.trim() : undefined;
}

/** True for what has happened to few records. */
export function isRare(event: string): boolean {
  return RARE.test(event);
}

/** True if the value of an enum, or the name of a flag, is about an event: `completed`, `COMPLETE` and `isCompleted` are, and so is `done`. */
export function isAbout(name: string, event: string): boolean {
  const own = words(name).join('').replace(/^is/, '');
  return own === event || stem(own) === stem(event) || (FINISHED.test(own) && FINISHED.test(event));
}

/** What is done is complete. */
const FINISHED = /^(done|finished|completed?)$/;

/** `cancel` of cancelled and canceled, `archiv` of archive and archived. */
function stem(word: string): string {
  return word.replace(/(?<=.{3})((?<=l)led|ed|e)$/, '');
}
