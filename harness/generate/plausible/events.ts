import { words } from '../../openapi/resources/names.ts';

const TIME_OF = /^(?:(?:last|first) )?(\w+)( (?:up|in|out|off))? (?:at|on|date|time|timestamp)$|^date (\w+)$/;
const PARTICIPLE = /(ed|paid|sent|read|seen|won|lost|begun|done|sold|withdrawn|hidden|frozen)$/;
/** Of the record itself, or of what is only planned. */
const OTHERS =
  /^(created|inserted|added|registered|updated|modified|changed|expected|estimated|planned|scheduled|need|fixed)$/;
/** What most records have not had happen to them. */
const RARE =
  /^(deleted|removed|archived|edited|cancell?ed|revoked|banned|suspended|blocked|disabled|deactivated|rejected|refunded|failed|withdrawn|terminated|trashed|discarded|locked|hidden|frozen)$/;

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

/** True if the value of an enum, or the name of a flag, is about an event: `completed`, `COMPLETE` and `isCompleted` are. */
export function isAbout(name: string, event: string): boolean {
  const own = words(name).join('').replace(/^is/, '');
  return own === event || stem(own) === stem(event);
}

/** `cancel` of cancelled and canceled, `archiv` of archive and archived. */
function stem(word: string): string {
  return word.replace(/(?<=.{3})((?<=l)led|ed|e)$/, '');
}
