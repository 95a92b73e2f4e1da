import type { JsonValue } from '../../../../core/model.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { isFilledIn, isToldHidden } from '../../../../openapi/resources/prose/shown-otherwise.ts';
import { textsOf } from '../../../../openapi/resources/text-at.ts';
import { isNothing } from './same-value.ts';

interface SentValue {
  readonly value: JsonValue;
  readonly writer: ResourceOperation;
  /** Where it is in the request, below the envelope. */
  readonly inRequest: string;
}

/**
 * Whether the description of a property says that a reader does not show what was sent: a list leaves it out, only the creation shows
 * it, or the service fills in what is empty.
 */
export function isShownOtherwise(
  { document }: Contract,
  { role, response }: ResourceOperation,
  pointer: string,
  sent?: SentValue,
): boolean {
  const { schemas = [] } = sent?.writer.request ?? {};
  const texts = [
    ...textsOf(document, response?.schemas ?? [], { pointer, direction: 'response' }),
    ...(sent ? textsOf(document, schemas, { pointer: sent.inRequest, direction: 'request' }) : []),
  ];
  const isEmpty = sent !== undefined && isNothing(sent.value);
  return texts.some((text) => isToldHidden(text, role) || (isEmpty && isFilledIn(text, sent.value)));
}
