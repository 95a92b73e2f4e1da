import { InputError } from '../../../core/errors.ts';
import { jsonEqual } from '../../../core/json/equal.ts';
import { parsePointer } from '../../../core/json/pointer.ts';
import type { JsonObject } from '../../../core/model.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { ResourceType } from '../../../openapi/resources/model.ts';
import { formatViolation } from '../../../openapi/schema/messages.ts';
import { sourceLocation } from '../../../openapi/source/origins.ts';
import { identifiersIn } from '../seed/example-records.ts';
import type { RecordMaker } from './record-maker.ts';
import { fitsPath, type RecordShape } from './record-shape.ts';

/** What the records of a type must satisfy. */
export interface GivenContext {
  readonly contract: Contract;
  readonly type: ResourceType;
  readonly shape: RecordShape;
  /** Undefined before the examples of the type are read. */
  readonly maker: RecordMaker | undefined;
}

/**
 * Checks a record that somebody gives the mock to keep: what is missing is filled in, but no value becomes another.
 * @throws {InputError} with the line of a property whose value the document does not allow
 */
export function checkGiven(record: JsonObject, source: JsonObject, context: GivenContext): void {
  const { contract, type, shape } = context;
  const errors = shape.representation.schemas
    .flatMap((schema) => contract.schemas.validate(schema, record, 'response'))
    .filter(({ keyword }) => keyword !== 'required');
  for (const error of errors) {
    const [name = ''] = parsePointer(error.instancePath);
    if (Object.hasOwn(record, name) || isChangedByRepair(record, context))
      throw new InputError(formatViolation(type.name, error), sourceLocation(source, name));
  }
  for (const [name, value] of identifiersIn(record, shape.representation)) {
    const property = parsePointer(shape.representation.identifiers.get(name) ?? '').join('.');
    if (!fitsPath(contract, shape, name, value))
      throw new InputError(
        `${type.name}.${property} must be allowed in a path, got ${String(value)}`,
        sourceLocation(source, property),
      );
  }
}

/** True if a record becomes valid only with other values than it has. */
function isChangedByRepair(record: JsonObject, { maker }: GivenContext): boolean {
  const made = maker?.make({ value: record, placed: [], trust: 'given' });
  return (
    made !== undefined && Object.entries(record).some(([name, each]) => !jsonEqual(made.value[name] ?? null, each))
  );
}
