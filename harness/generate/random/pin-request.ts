import { isObject } from '../../core/json/index.ts';
import { getAllAt, parsePointer } from '../../core/json/pointer.ts';
import type { Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { getParameter, type RequestSpec, withParameter } from '../requests/build-request.ts';
import { type KnownValue, withKnownValues } from '../requests/known-values.ts';
import type { RecordReference } from '../requests/unique-values.ts';
import { repeatPathParameters } from '../requests/valid-request.ts';

/** A request that the service accepted. */
export interface RandomBase {
  /** With all parts that the service accepts. */
  readonly spec: RequestSpec;
  /** Names of optional properties of the body that it rejects. */
  readonly rejectedProperties: readonly string[];
  /** True if it is not accepted without a body, whatever the document says. */
  readonly needsBody: boolean;
}

/** The identifiers of records that a request names, to be kept in others. */
export function referencedValues(
  { spec }: Pick<RandomBase, 'spec'>,
  references: readonly RecordReference[],
): KnownValue[] {
  return references.flatMap(({ in: location, at }) => {
    const [inBody] = location === 'body' ? getAllAt(spec.body, parsePointer(at)) : [];
    const value = location === 'body' ? inBody : getParameter(spec, { in: location, name: at });
    return value === undefined ? [] : [{ in: location, at, value, isAdded: false }];
  });
}

/**
 * A function that makes a random request refer to the record of a base, without the optional parts that the service
 * rejects, and with the values of the user; undefined if there is nothing to change.
 */
export function pinTo(
  contract: Contract,
  operation: Operation,
  base: RandomBase | undefined,
  known: readonly KnownValue[],
): ((spec: RequestSpec) => RequestSpec) | undefined {
  const pinned = base && pinToBase(operation, base);
  if (known.length === 0) return pinned;
  return (spec) => {
    const whole = withKnownValues(contract, operation, spec, known);
    return pinned ? pinned(whole) : repeatPathParameters(whole, operation);
  };
}

function pinToBase(operation: Operation, base: RandomBase): ((spec: RequestSpec) => RequestSpec) | undefined {
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
    return repeatPathParameters(withoutProperties(reduced, base.rejectedProperties), operation);
  };
}

function withoutProperties(spec: RequestSpec, names: readonly string[]): RequestSpec {
  if (!isObject(spec.body) || names.length === 0) return spec;
  return { ...spec, body: Object.fromEntries(Object.entries(spec.body).filter(([name]) => !names.includes(name))) };
}
