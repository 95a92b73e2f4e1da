import { isObject } from '../../../../core/json/index.ts';
import { parsePointer } from '../../../../core/json/pointer.ts';
import type { JsonValue } from '../../../../core/model.ts';
import type { Contract } from '../../../../openapi/contract.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { effectiveSchema, firstKeyword } from '../../../../openapi/schema/effective-schema.ts';

/** A value that was sent, and the object that it was in, which may say which alternative it is of: `{ type: 'user', login }`. */
interface Sent {
  readonly value: JsonValue;
  readonly within?: JsonValue | undefined;
}

/** True if the document lets a reader show a value: what is valid in a request need not be in a response. */
export function mayShow(contract: Contract, { response }: ResourceOperation, pointer: string, sent: Sent): boolean {
  return (response?.schemas ?? []).every((whole) => allowsAt(contract, whole, parsePointer(pointer), sent));
}

const MAX_ALTERNATIVES = 8;

/** True if a schema, and of its alternatives any, allows a value at a place. */
function allowsAt(
  contract: Contract,
  schema: string,
  place: readonly string[],
  sent: Sent,
  depth = MAX_ALTERNATIVES,
): boolean {
  const [token, ...inner] = place;
  if (token === undefined) return contract.schemas.accepts(schema, sent.value, 'response');
  const { properties, items, alternatives } = effectiveSchema(contract.document, schema, 'response');
  const own = properties.get(token) ?? (items !== undefined && /^(\*|[0-9]+)$/.test(token) ? [items] : []);
  return (
    own.every((each) => allowsAt(contract, each, inner, sent, depth)) &&
    (depth === 0 ||
      alternatives.every(
        (list) =>
          list.length === 0 ||
          list.some((each) => {
            const isOther = inner.length === 0 && listsOthers(contract, each, sent);
            return !isOther && allowsAt(contract, each, place, sent, depth - 1);
          }),
      ))
  );
}

/** True for an alternative that lists other values of a property than that of the object that was sent. */
function listsOthers({ document, schemas }: Contract, alternative: string, { within }: Sent): boolean {
  if (!isObject(within)) return false;
  const { properties } = effectiveSchema(document, alternative, 'response');
  return Object.entries(within).some(([name, value]) =>
    (properties.get(name) ?? []).some((schema) => {
      const own = effectiveSchema(document, schema, 'response');
      const isListed = ['enum', 'const'].some((keyword) => firstKeyword(own, keyword) !== undefined);
      return isListed && !schemas.accepts(schema, value, 'response');
    }),
  );
}
