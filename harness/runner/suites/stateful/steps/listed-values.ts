import { onlyToken } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { enumAt } from '../../../../openapi/resources/record-facts.ts';

/** The values that the document lists for a property at the top of the records of a response; none for others. */
export function listedValues(
  { document }: Contract,
  { response }: ResourceOperation,
  pointer: string,
): readonly JsonValue[] {
  return onlyToken(pointer) === undefined ? [] : enumAt(document, response?.schemas ?? [], pointer);
}
