/** Id of a check, as reports, baselines and `--severity` name it. */
export type CheckId =
  | 'complete-response'
  | 'status-code'
  | 'expected-outcome'
  | 'lenient-parsing'
  | 'server-error'
  | 'content-type'
  | 'json-syntax'
  | 'response-schema'
  | 'response-headers'
  | 'lossless-values'
  | 'expected-response'
  | 'dredd';

/** Whatever the Dredd suite reports; also the name of that suite. */
export const DREDD = 'dredd' satisfies CheckId;

/** Its warnings count as kills of mutants that parse leniently. */
export const LENIENT_PARSING = 'lenient-parsing' satisfies CheckId;
