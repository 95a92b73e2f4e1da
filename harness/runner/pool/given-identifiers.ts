import { stringifyJson } from '../../core/json/index.ts';
import type { JsonValue, Operation, Parameter } from '../../core/model.ts';
import { groupBy } from '../../core/util/group-by.ts';
import type { UniqueValues } from '../../generate/requests/unique-values.ts';
import { exampleOf, parameterValue } from '../../generate/requests/valid-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import { identifierKey } from '../../openapi/resources/creation-plan.ts';
import type { ResourceModel } from '../../openapi/resources/model.ts';

/** A path parameter with an identifier that no exchange shows. */
interface Place {
  readonly key: string;
  readonly operation: Operation;
  readonly parameter: Parameter;
  /** True if it identifies a parent of the record that the path is about. */
  readonly isParent: boolean;
  /** The user's value, or that of an example. */
  readonly value: JsonValue | undefined;
}

/**
 * The model with the identifiers that no exchange shows, where their parameters have one value in all paths: the user's or an
 * example's. One that has none of either, such as the tenant in `/tenants/{tenant}/orders`, gets a value that all requests share,
 * because a service may accept any.
 */
export function withGiven(contract: Contract, model: ResourceModel, unique: UniqueValues): ResourceModel {
  const given = [...groupBy(placesOf(contract, model, unique), ({ key }) => key)].filter(([, places]) => {
    const values = new Set(places.map(({ value }) => (value === undefined ? undefined : stringifyJson(value))));
    if (values.size !== 1) return false;
    return !values.has(undefined) || (places.some(({ isParent }) => isParent) && shareValue(contract, unique, places));
  });
  return { ...model, given: new Set(given.map(([key]) => key)) };
}

function placesOf(contract: Contract, model: ResourceModel, unique: UniqueValues): Place[] {
  const unshown = new Set(
    model.types.flatMap(({ name, identifiers }) =>
      identifiers
        .filter(({ bindings, sameAs }) => bindings.length === 0 && sameAs === undefined)
        .map((identifier) => identifierKey(name, identifier.name)),
    ),
  );
  return [...model.operations.values()].flatMap(({ operation, path, resource: own }) =>
    path.flatMap(({ in: place, at, resource, identifier }) => {
      if (place !== 'path') return [];
      const key = identifierKey(resource, identifier);
      const parameter = operation.parameters.find((each) => each.in === place && each.name === at);
      if (!unshown.has(key) || !parameter) return [];
      const known = unique.knownFor(operation.id).find((each) => each.in === place && each.at === at);
      const value = known?.value ?? exampleOf(contract, parameter);
      return [{ key, operation, parameter, isParent: resource !== own, value }];
    }),
  );
}

/** Gives all places a value that is valid in each of them; false if none was found. */
function shareValue(contract: Contract, unique: UniqueValues, places: readonly Place[]): boolean {
  const [first] = places;
  if (!first) return false;
  const value = parameterValue(contract, unique.fork(first.key), first.parameter);
  const isValid = ({ parameter: { schema } }: Place) =>
    !schema || (value !== undefined && contract.schemas.accepts(schema, value, 'request'));
  if (value === undefined || !places.every(isValid)) return false;
  for (const { operation, parameter } of places)
    unique.addKnown(new Map([[operation.id, [{ in: 'path', at: parameter.name, value, isAdded: false }]]]));
  return true;
}
