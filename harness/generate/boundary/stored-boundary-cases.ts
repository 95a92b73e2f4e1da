import { type CaseStore, type RestoredInit, specKey, throughStore, uniqueKey } from '../requests/stored-cases.ts';
import { createTestCase, type SpecifiedCase } from '../requests/test-case.ts';
import { CASE_FAMILIES, casesFromBase } from './boundary-cases.ts';
import { type BoundaryContext, originOf } from './case-spec.ts';
import { encodingOf } from './json-syntax.ts';

/** As {@link casesFromBase}, from an earlier run if that had the same base. */
export function storedCasesFromBase(
  store: CaseStore | undefined,
  context: BoundaryContext,
  onTimeout: () => void,
): Generator<SpecifiedCase> {
  const { contract, unique, operation, requiredOnly, allParts } = context;
  const generate = () => casesFromBase(context, CASE_FAMILIES, onTimeout);
  const values = uniqueKey(unique, operation);
  if (!store || values === undefined) return generate();
  const { isEstablished = false, changesRecord = false, rejectedProperties = [] } = context;
  const flags = [isEstablished, changesRecord, [...rejectedProperties]];
  const key = ['boundary', values, specKey(requiredOnly), specKey(allParts), flags];
  const restore = ({ isEncoded, seed: _, ...init }: RestoredInit): SpecifiedCase => {
    const spec = isEncoded ? { ...init.spec, encode: encodingOf(init.id) } : init.spec;
    return createTestCase(contract, unique, { ...init, spec, operation, origin: originOf(init) });
  };
  return throughStore(store, { contract, operation, key, generate, restore });
}
