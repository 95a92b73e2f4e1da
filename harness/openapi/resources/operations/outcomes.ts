import { words } from '../names.ts';

const NUMBER = /^(?:num|number of|total) (?=.)|(?<=.) (?:count|total)$/g;
const DONE =
  /^(created|inserted|added|imported|saved|stored|succeeded|successful|success|successes|processed|received|accepted)$/;
const FAILED =
  /^(failed|failures?|errors?|rejected|rejections|skipped|invalid|duplicates?|conflicts?|ignored|unprocessed|warnings?|updated|deleted|unchanged|not (created|inserted|added|imported))$/;

/** What became of the records that a property lists or counts, in the response to a creation of several: `created`, `failed_count`, `numErrors`. */
export function outcomeOf(name: string): 'done' | 'failed' | undefined {
  const outcome = words(name).join(' ').replace(NUMBER, '');
  if (DONE.test(outcome)) return 'done';
  return FAILED.test(outcome) ? 'failed' : undefined;
}
