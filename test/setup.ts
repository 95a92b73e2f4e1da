import { configureGlobal } from 'fast-check';

/** Properties are checked with the same values in each run. */
configureGlobal({ seed: 20 });
