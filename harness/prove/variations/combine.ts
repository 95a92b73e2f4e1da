import type { Mutation } from '../mutant.ts';
import { VARIATION_ASPECTS, type Variation } from './variation.ts';

/** The unmodified mock: its false positives are not caused by a variation. */
export const UNCHANGED: Variation = { description: 'is the unmodified mock', aspect: 'state', mutate: () => ({}) };

/** Groups variations for combined runs: one of each aspect per group, stateful ones alone. */
export function groupCompatible(variations: readonly Variation[]): Variation[][] {
  const byAspect = VARIATION_ASPECTS.map((aspect) => variations.filter((each) => each.aspect === aspect));
  const count = Math.max(0, ...byAspect.map(({ length }) => length));
  const mixed = Array.from({ length: count }, (_, index) => byAspect.flatMap((list) => list.slice(index, index + 1)));
  return [[UNCHANGED], ...mixed, ...variations.filter(({ aspect }) => aspect === 'state').map((each) => [each])];
}

/** Combines variations into one mutation, applied in the order of their aspects. */
export function combineVariations(variations: readonly Variation[]): Mutation {
  const mutations = variations.map(({ mutate }) => mutate());
  const relay = mutations.find((each) => each.transport)?.transport;
  return {
    onValidated: (request, original) =>
      mutations.reduce((validation, { onValidated }) => onValidated?.(request, validation) ?? validation, original),
    onResponse: (request, validation, original) =>
      mutations.reduce((response, { onResponse }) => onResponse?.(request, validation, response) ?? response, original),
    ...(relay ? { transport: relay } : {}),
  };
}
