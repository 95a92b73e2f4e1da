import { getAllAt, getAt, parsePointer, removeAt } from '../../core/json/pointer.ts';
import type { JsonValue, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { getParameter, type RequestSpec, withParameter } from '../requests/build-request.ts';
import { hasKnownValue, withKnownValues, withoutPlace } from '../requests/known-values.ts';
import type { RecordReference, UniqueValues } from '../requests/unique-values.ts';
import { repeatPathParameters } from '../requests/valid-request.ts';

/** A request that the service accepted. */
export interface RandomBase {
  /** With all parts that the service accepts. */
  readonly spec: RequestSpec;
  /** JSON Pointers of optional properties of the body that it rejects. */
  readonly rejectedProperties: readonly string[];
  /** True if it is not accepted without a body, whatever the document says. */
  readonly needsBody: boolean;
}

/** Returns a request that identifies the records of a base, and none where the base identifies none. */
export function withReferencesOf(
  contract: Contract,
  operation: Operation,
  spec: RequestSpec,
  base: RequestSpec,
  references: readonly RecordReference[],
): RequestSpec {
  const values = references.map(wholeList).map((each) => ({ ...each, value: referencedValue(base, each) }));
  const known = values.flatMap(({ value, ...each }) =>
    value === undefined ? [] : [{ ...each, value, isAdded: false }],
  );
  const unknown = values.filter(({ in: location, value }) => location === 'body' && value === undefined);
  return unknown.reduce(
    (next, { at }) => withoutPlace(contract, operation, next, at),
    withKnownValues(contract, operation, spec, known),
  );
}

/** A list of identifiers is kept whole: its items may have to differ. */
function wholeList({ in: location, at }: RecordReference): RecordReference {
  return { in: location, at: location === 'body' && at.endsWith('/*') ? at.slice(0, -'/*'.length) : at };
}

function referencedValue({ body, ...spec }: RequestSpec, { in: location, at }: RecordReference): JsonValue | undefined {
  return location === 'body' ? getAllAt(body, parsePointer(at))[0] : getParameter(spec, { in: location, name: at });
}

/**
 * A function that makes a random request refer to the records of a base, without the optional parts that the service
 * rejects, and with the values of the user; undefined if there is nothing to change.
 */
export function pinTo(
  contract: Contract,
  operation: Operation,
  base: RandomBase | undefined,
  unique: UniqueValues,
): ((spec: RequestSpec) => RequestSpec) | undefined {
  const pinned = base && pinToBase(contract, operation, base);
  const known = unique.knownFor(operation.id);
  const references = base ? unique.referencesOf(operation.id).filter((each) => !hasKnownValue(known, each)) : [];
  if (known.length + references.length === 0) return pinned;
  return (spec) => {
    const referring = base ? withReferencesOf(contract, operation, spec, base.spec, references) : spec;
    const whole = withKnownValues(contract, operation, referring, known);
    return pinned ? pinned(whole) : repeatPathParameters(contract, operation, whole);
  };
}

function pinToBase(
  contract: Contract,
  operation: Operation,
  base: RandomBase,
): ((spec: RequestSpec) => RequestSpec) | undefined {
  const { parameters } = base.spec;
  const rejected = operation.parameters.filter(
    (each) => !each.required && !Object.hasOwn(parameters[each.in], each.name),
  );
  const hasPath = Object.keys(parameters.path).length > 0;
  if (!hasPath && rejected.length === 0 && base.rejectedProperties.length === 0 && !base.needsBody) return undefined;
  return (spec) => {
    const { body } = base.spec;
    const isEmpty = base.needsBody && spec.body === undefined && spec.bytes === undefined && body !== undefined;
    const addressed = {
      ...spec,
      ...(isEmpty ? { body } : {}),
      parameters: { ...spec.parameters, path: parameters.path },
    };
    const reduced = rejected.reduce((next, parameter) => withParameter(next, parameter, undefined), addressed);
    return repeatPathParameters(contract, operation, withoutProperties(reduced, base.rejectedProperties));
  };
}

function withoutProperties(spec: RequestSpec, pointers: readonly string[]): RequestSpec {
  const { body } = spec;
  if (body === undefined) return spec;
  return { ...spec, body: pointers.filter((each) => getAt(body, each) !== undefined).reduce(removeAt, body) };
}
