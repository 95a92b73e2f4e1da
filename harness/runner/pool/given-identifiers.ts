import { stringifyJson } from '../../core/json/index.ts';
import type { JsonValue, Operation } from '../../core/model.ts';
import { groupBy } from '../../core/util/group-by.ts';
import type { UniqueValues } from '../../generate/requests/unique-values.ts';
import { exampleOf } from '../../generate/requests/valid-request.ts';
import type { Contract } from '../../openapi/contract.ts';
import { identifierKey } from '../../openapi/resources/creation-plan.ts';
import type { ResourceModel } from '../../openapi/resources/model.ts';

/** The model with the identifiers that no exchange shows, where their parameters have one value in all paths: the user's or an example's. */
export function withGiven(contract: Contract, model: ResourceModel, unique: UniqueValues): ResourceModel {
  const unshown = new Set(
    model.types.flatMap(({ name, identifiers }) =>
      identifiers
        .filter(({ bindings, sameAs }) => bindings.length === 0 && sameAs === undefined)
        .map((identifier) => identifierKey(name, identifier.name)),
    ),
  );
  const places = [...model.operations.values()].flatMap(({ operation, path }) =>
    path.flatMap(({ resource, identifier, parameter }) => {
      const key = identifierKey(resource, identifier);
      return unshown.has(key) ? [{ key, value: givenValue(contract, unique, operation, parameter) }] : [];
    }),
  );
  const given = [...groupBy(places, ({ key }) => key)].filter(([, same]) => {
    const values = new Set(same.map(({ value }) => (value === undefined ? undefined : stringifyJson(value))));
    return values.size === 1 && !values.has(undefined);
  });
  return { ...model, given: new Set(given.map(([key]) => key)) };
}

function givenValue(
  contract: Contract,
  unique: UniqueValues,
  { id, parameters }: Operation,
  name: string,
): JsonValue | undefined {
  const known = unique.knownFor(id).find((each) => each.in === 'path' && each.at === name);
  const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
  return known?.value ?? (parameter && exampleOf(contract, parameter));
}
