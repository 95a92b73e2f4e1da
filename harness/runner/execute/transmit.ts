import { isResponse } from '../../core/http-response.ts';
import type { Case, HttpResponse, TransportError } from '../../core/model.ts';
import { acceptedInvalid } from '../conclude/accepted-invalid.ts';
import type { Executor } from '../suite.ts';

/** A service may end shortly after a response; these were the last. */
const MAX_RECENT = 64;

/** Sends a case once. */
export async function transmit(executor: Executor, testCase: Case): Promise<HttpResponse | TransportError> {
  const { client, signal, serviceState } = executor;
  const onResponse = serviceState.crossTalk.watch(testCase);
  serviceState.sent++;
  const { invalidRecords } = serviceState;
  const sending = client.send(testCase.request, signal);
  const response = await invalidRecords.watch(testCase, sending, (exchange, reported) =>
    acceptedInvalid(executor, exchange, reported),
  );
  onResponse(response);
  if (!isResponse(response) && response.kind === 'aborted')
    serviceState.notReached.set(testCase.operation.id, response.detail);
  if (isResponse(response)) {
    const { silence, crashes } = serviceState;
    silence.operations.clear();
    silence.alone = 0;
    silence.suspects.clear();
    const { recent } = crashes;
    recent.push(testCase);
    if (recent.length > MAX_RECENT) recent.shift();
  }
  return response;
}
