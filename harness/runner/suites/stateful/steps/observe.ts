import { RESPONSE_SCHEMA } from '../../../../core/check-ids.ts';
import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { RequestSpec } from '../../../../generate/requests/build-request.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { bodyOf, isAccepted, type Journal, type Step } from '../../../pool/journal.ts';
import type { Difference } from './expected-properties.ts';

/** What one read shows of a record. */
export interface Observation {
  readonly step: Step;
  /** The record below its envelope; undefined if the response is no success with one. */
  readonly record: JsonValue | undefined;
}

/** Sends a read and takes the record from its response. */
export async function readOnce(
  journal: Journal,
  { operation, response }: ResourceOperation,
  spec: RequestSpec,
  purpose: string,
): Promise<Observation> {
  const step = await journal.observe(operation, spec, purpose);
  const body = isAccepted(step) ? bodyOf(step) : undefined;
  return { step, record: body === undefined ? undefined : getAt(body, response?.envelope ?? '') };
}

/** True for a fault of the service that does not say that it is busy (RFC 9110 section 15.6). */
export function hasFailed({ response }: Step): boolean {
  return response !== undefined && response.status >= 500 && response.status !== 503;
}

/** True for a response that waiting does not change: a fault of the service, or credentials that it does not take. */
export function isFinal(step: Step): boolean {
  return hasFailed(step) || step.response?.status === 401;
}

/** True for a response that says that there is no such record (RFC 9110 sections 15.5.5 and 15.5.11). */
export function isGone({ response }: Step): boolean {
  return response?.status === 404 || response?.status === 410;
}

/** Whether a read lacks properties because it has another shape than the document says: that is a finding of its own. */
export function isOfOtherShape(
  { sender }: Journal,
  { step }: Observation,
  differences: readonly Difference[],
): boolean {
  if (differences.some(({ actual }) => actual !== undefined)) return false;
  const { findings } = sender.evaluate(step.exchange);
  return findings.some(({ check, severity }) => check === RESPONSE_SCHEMA && severity === 'error');
}
