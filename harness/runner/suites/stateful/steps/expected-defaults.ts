import { getAt } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import { requestMediaType } from '../../../../generate/requests/build-request.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import type { ResourceOperation, ResourceType } from '../../../../openapi/resources/model.ts';
import { toldInitial } from '../../../../openapi/resources/prose/initial.ts';
import { sharedProperties } from '../../../../openapi/resources/representations/properties.ts';
import { defaultAt, type ExpectedProperty } from './expected-properties.ts';

/** A property that a creation leaves out, and what a read shows then if it shows it. */
export interface ExpectedDefault {
  /** Where it would be in the body. */
  readonly sent: string;
  readonly expected: ExpectedProperty & { readonly initial: JsonValue };
}

/** The documented defaults of the properties that a creation leaves out; a service may show none of them. */
export function expectedDefaults(
  contract: Contract,
  type: ResourceType,
  writer: ResourceOperation,
  reader: ResourceOperation,
  body: JsonValue | undefined,
): ExpectedDefault[] {
  if (body === undefined || writer.request === undefined) return [];
  const schema = requestMediaType(writer.operation)?.schema;
  return sharedProperties(type, writer, reader).flatMap(({ sent, returned }) => {
    const pointer = returned.slice(reader.response?.envelope.length);
    const parent = getAt(body, sent.slice(0, sent.lastIndexOf('/')));
    if (sent.includes('/*') || parent === undefined || getAt(body, sent) !== undefined) return [];
    const value = defaultAt(contract, schema, sent);
    return value === undefined || value === null || typeof value === 'object'
      ? []
      : [{ sent, expected: { pointer, value, initial: value } }];
  });
}

/** What only the service sets, with what the document says that a record begins with: `Pieces in stock; 0 for a new product`. */
export function expectedInitials(
  contract: Contract,
  { properties }: ResourceType,
  { response }: ResourceOperation,
): ExpectedProperty[] {
  const sent = new Set(properties.flatMap((each) => (each.sent ? each.pointer : [])));
  return (response?.properties ?? []).flatMap(({ pointer }) => {
    const value = response && !sent.has(pointer) ? toldInitial(contract, response, pointer) : undefined;
    return value === undefined ? [] : [{ pointer, value, initial: value }];
  });
}
