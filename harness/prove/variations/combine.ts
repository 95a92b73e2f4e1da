import type { Mutation } from '../mutant.ts';
import { VARIATION_ASPECTS, type Variation } from './variation.ts';

/** The mock itself: what is seen with it alone is no difference's doing. */
export const UNCHANGED: Variation = { description: 'is the mock itself', aspect: 'state', mutate: () => ({}) };

/** Differences in rounds: of each aspect one at a time, so that a few runs show all of them; those of the state alone. */
export function groupCompatible(differences: readonly Variation[]): Variation[][] {
  const byAspect = VARIATION_ASPECTS.map((aspect) => differences.filter((each) => each.aspect === aspect));
  const count = Math.max(0, ...byAspect.map(({ length }) => length));
  const mixed = Array.from({ length: count }, (_, index) => byAspect.flatMap((list) => list.slice(index, index + 1)));
  return [[UNCHANGED], ...mixed, ...differences.filter(({ aspect }) => aspect === 'state').map((each) => [each])];
}

/** The alterations of several differences as one, applied in the order of their aspects. */
export function combineVariations(differences: readonly Variation[]): Mutation {
  const alterations = differences.map(({ mutate }) => mutate());
  const wire = alterations.find((each) => each.transport)?.transport;
  return {
    onValidated: (request, given) =>
      alterations.reduce((judgement, { onValidated }) => onValidated?.(request, judgement) ?? judgement, given),
    onResponse: (request, judgement, given) =>
      alterations.reduce((response, { onResponse }) => onResponse?.(request, judgement, response) ?? response, given),
    ...(wire ? { transport: wire } : {}),
  };
}
