import { representationVariations } from './representation.ts';
import { responseVariations } from './responses.ts';
import { statefulVariations } from './stateful.ts';
import { unspecifiedBehaviorVariations } from './unspecified-behavior.ts';
import type { Variation, VariationContext } from './variation.ts';

/** Every lawful difference that is known. */
export function conformingVariations(surroundings: VariationContext): Variation[] {
  return [
    ...responseVariations(surroundings),
    ...representationVariations(surroundings),
    ...statefulVariations(surroundings),
    ...unspecifiedBehaviorVariations(surroundings),
  ];
}
