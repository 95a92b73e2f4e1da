import type { Case } from '../../core/model.ts';

/** Of random requests that show a failure, the first is shrunk: a valid one if there is one, for nothing else is wrong with it. */
export function compareForShrinking(a: Pick<Case, 'id' | 'intent'>, b: Pick<Case, 'id' | 'intent'>): number {
  return Number(b.intent === 'accept') - Number(a.intent === 'accept') || (a.id < b.id ? -1 : Number(a.id > b.id));
}
