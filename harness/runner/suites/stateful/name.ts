/** Name of the suite. */
export const STATEFUL = 'stateful';
