import { pluralize } from '../../core/util/pluralize.ts';
import { formatOccurrences, UndocumentedCounter } from './undocumented-requests.ts';

const MAX_LISTED = 20;

/** Counts what recordings have beside the exchanges that are checked. */
export class TrafficCounts {
  readonly undocumented = new UndocumentedCounter();
  elsewhere = 0;
  preflight = 0;
  unselected = 0;
  /** Exchanges of which the recording lacks the body of the response or of the request. */
  withoutResponseBody = 0;
  withoutRequestBody = 0;

  /** Says what was not checked. @param listsUndocumented whether undocumented requests are among these notes */
  notes(listsUndocumented: boolean): string[] {
    const counted = [
      [this.withoutResponseBody, 'recorded without the whole body of the response, which was not checked'],
      [this.withoutRequestBody, 'recorded without the whole body of the request, which was not checked'],
      [this.unselected, 'with operations that are not selected'],
      [this.elsewhere, 'with other services: not http, or not below the base URL'],
      [this.preflight, 'were CORS preflights'],
    ] as const;
    const notes = counted.flatMap(([count, what]) => (count > 0 ? [`${pluralize(count, 'exchange')} ${what}`] : []));
    return listsUndocumented ? [...notes, ...this.undocumentedNotes()] : notes;
  }

  private undocumentedNotes(): string[] {
    const list = this.undocumented.list();
    const shown = list.slice(0, MAX_LISTED);
    const rest = this.undocumented.total - shown.reduce((sum, { count }) => sum + count, 0);
    return [
      ...shown.map((each) => `not in the document: ${each.method} ${each.path} (${formatOccurrences(each)})`),
      ...(rest > 0 ? [`not in the document: ${pluralize(rest, 'more request')}`] : []),
    ];
  }
}
