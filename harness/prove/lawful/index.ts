import { choices } from './choices.ts';
import type { Difference, Surroundings } from './difference.ts';
import { otherForms } from './forms.ts';
import { otherAnswers } from './records.ts';
import { states } from './states.ts';

/** Every lawful difference that is known. */
export function lawfulDifferences(surroundings: Surroundings): Difference[] {
  return [
    ...otherAnswers(surroundings),
    ...otherForms(surroundings),
    ...states(surroundings),
    ...choices(surroundings),
  ];
}
