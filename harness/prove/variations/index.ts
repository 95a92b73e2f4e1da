import { choices } from './unspecified-behavior.ts';
import type { Difference, Surroundings } from './variation.ts';
import { otherForms } from './representation.ts';
import { otherAnswers } from './responses.ts';
import { states } from './stateful.ts';

/** Every lawful difference that is known. */
export function lawfulDifferences(surroundings: Surroundings): Difference[] {
  return [
    ...otherAnswers(surroundings),
    ...otherForms(surroundings),
    ...states(surroundings),
    ...choices(surroundings),
  ];
}
