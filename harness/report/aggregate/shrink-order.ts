import type { Case } from '../../core/model.ts';

/** Of random requests that show a failure, the first is shrunk: a valid one if there is one, for nothing else is wrong with it. */
export function compareForShrinking(a: Pick<Case, 'id' | 'expectation'>, b: Pick<Case, 'id' | 'expectation'>): number {
  return (
    Number(b.expectation === 'accept') - Number(a.expectation === 'accept') || (a.id < b.id ? -1 : Number(a.id > b.id))
  );
}
