import type { Contract } from '../openapi/contract.ts';
import { loadContract, loadContractToLint } from '../openapi/load.ts';
import type { RunConfig } from './settings/options.ts';

/** Loads the document of a run; what it refers to may be missing if it is linted, too. */
export function loadDocument(config: Pick<RunConfig, 'spec' | 'overlays' | 'allowRefs' | 'lint'>): Contract {
  return (config.lint ? loadContractToLint : loadContract)(config.spec, config.overlays, config);
}
