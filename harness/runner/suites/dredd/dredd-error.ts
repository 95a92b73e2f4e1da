/** Dredd could not run, or did not run what was planned; the message says which. */
export class DreddError extends Error {
  override readonly name = 'DreddError';
}
