import type { Operation, Parameter } from '../../core/model.ts';
import { words } from '../resources/names.ts';

/** The query parameter that says which properties of the body an update takes, such as `updateMask` (AIP-134). */
export function fieldMask({ parameters }: Operation): Parameter | undefined {
  return parameters.find(
    ({ in: place, name }) => place === 'query' && /^(update|field) ?mask$/.test(words(name).join(' ')),
  );
}
