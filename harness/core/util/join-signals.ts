import { setMaxListeners } from 'node:events';

/** A signal that aborts with the first of these. Many requests listen to it at once, which Node.js takes for a leak unless told. */
export function joinSignals(...signals: AbortSignal[]): AbortSignal {
  const joined = AbortSignal.any(signals);
  setMaxListeners(0, joined);
  return joined;
}
