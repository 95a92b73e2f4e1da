import { representationVariations } from './representation.ts';
import { responseVariations } from './responses.ts';
import { statefulVariations } from './stateful.ts';
import { streamVariations } from './streams.ts';
import { unspecifiedBehaviorVariations } from './unspecified-behavior.ts';
import type { Variation, VariationContext } from './variation.ts';

/** Returns all conforming variations. */
export function conformingVariations(context: VariationContext): Variation[] {
  return [
    ...responseVariations(context),
    ...representationVariations(context),
    ...streamVariations(context),
    ...statefulVariations(context),
    ...unspecifiedBehaviorVariations(context),
  ];
}
