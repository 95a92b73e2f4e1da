import { isObject } from '../../../../core/json/index.ts';
import type { JsonObject } from '../../../../core/model.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { type BodyProperties, bodyProperties } from '../steps/body-properties.ts';
import { emptied } from '../steps/emptied.ts';
import type { Sequence } from '../steps/sequence.ts';

/** All properties; one text, the others, and one text again, since what is absent may have been its default before. */
export function patchBodies(sequence: Sequence, operation: ResourceOperation): JsonObject[] {
  const { pool, contract } = sequence;
  const [first, second, third] = [4, 5, 6].map((variant) =>
    bodyProperties(operation, pool.candidates.body(operation.operation, 'all', variant)),
  );
  if (!first || !second || !third) return [];
  const names = Object.keys(second.properties);
  const text = names.find((name) => typeof second.properties[name] === 'string') ?? names[0];
  const only = (body: BodyProperties, chosen: readonly (string | undefined)[]) =>
    body.alone(Object.fromEntries(Object.entries(body.properties).filter(([name]) => chosen.includes(name))));
  const others = names.filter((name) => name !== text);
  const bodies = [
    first.with(first.properties),
    only(second, [text]),
    only(second, others),
    only(third, [text]),
    only(third, [others.at(-1)]),
    ...falsyBodies(third),
    third.with(third.properties),
  ];
  const empty = emptied(sequence, operation, third.with(third.properties));
  // In a merge patch, null gives a property its default.
  if (isObject(empty) && operation.patch !== 'merge') bodies.splice(-1, 0, empty);
  const isEmpty = (body: JsonObject) => Object.keys(bodyProperties(operation, body)?.properties ?? {}).length === 0;
  return bodies.filter((body) => !isEmpty(body) && acceptsBody(contract, operation.operation, body));
}

/** One property each with a value that careless services take for an absent one. */
function falsyBodies(body: BodyProperties): JsonObject[] {
  return Object.entries(body.properties).flatMap(([name, value]) => {
    if (Array.isArray(value)) return [body.with({ [name]: [] })];
    if (typeof value === 'boolean') return [body.with({ [name]: false })];
    return typeof value === 'number' ? [body.with({ [name]: 0 })] : [];
  });
}
