import { parsePointer } from '../../core/json/pointer.ts';
import type { Clause } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import { effectiveSchema, firstKeyword } from '../schema/effective-schema.ts';

/**
 * Whether a service may accept what violates the clause, as the document says two things: that a property is required, and what it is
 * if it is absent; or that the number in a query is within 64 bits, where one beyond selects no record.
 */
export function mayBeTolerated(contract: Contract, clause: Clause): boolean {
  const { document } = contract;
  const pointer = clause.schemaPointer.replace(/^#/, '');
  if (clause.part.kind === 'parameter') return clause.part.in === 'query' && document.at(pointer) === 'int64';
  const [, schema, index] = /^(.*)\/required\/(\d+)$/.exec(pointer) ?? [];
  const name = schema === undefined || index === undefined ? undefined : document.at(pointer);
  if (schema === undefined || typeof name !== 'string' || parsePointer(pointer).at(-3) === 'properties') return false;
  return (
    effectiveSchema(document, schema, 'request')
      .properties.get(name)
      ?.some((each) => firstKeyword(effectiveSchema(document, each, 'request'), 'default') !== undefined) === true
  );
}
