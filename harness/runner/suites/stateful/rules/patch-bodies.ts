import { isObject } from '../../../../core/json/index.ts';
import { appendTokens } from '../../../../core/json/pointer.ts';
import type { JsonObject } from '../../../../core/model.ts';
import { acceptsBody } from '../../../../generate/requests/accepts-body.ts';
import { looksLikeIdentifier } from '../../../../generate/values/identifier-names.ts';
import type { ResourceOperation } from '../../../../openapi/resources/model.ts';
import { type BodyProperties, bodyProperties } from '../steps/body-properties.ts';
import { emptied } from '../steps/emptied.ts';
import type { Sequence } from '../steps/sequence.ts';

/** So many texts are changed one by one. */
const MAX_TEXTS = 6;
const TEXT_FORMATS: ReadonlySet<string | undefined> = new Set([undefined, 'email', 'uri']);

/** All properties; one text, the others, and one text again, since what is absent may have been its default before; then other texts one by one. */
export function patchBodies(sequence: Sequence, operation: ResourceOperation): JsonObject[] {
  const { pool, contract } = sequence;
  const [first, second, third, fourth] = [4, 5, 6, 7].map((variant) =>
    bodyProperties(operation, pool.candidates.body(operation.operation, 'all', variant)),
  );
  if (!first || !second || !third || !fourth) return [];
  const names = Object.keys(second.properties);
  const text = names.find((name) => typeof second.properties[name] === 'string') ?? names[0];
  const only = (body: BodyProperties, chosen: readonly (string | undefined)[]) =>
    body.alone(Object.fromEntries(Object.entries(body.properties).filter(([name]) => chosen.includes(name))));
  const others = names.filter((name) => name !== text);
  const whole = third.with(third.properties);
  const bodies = [
    first.with(first.properties),
    only(second, [text]),
    only(second, others),
    only(third, [text]),
    only(third, [others.at(-1)]),
    ...falsyBodies(third),
    whole,
    ...textsOf(operation, fourth)
      .filter((name) => name !== text)
      .slice(0, MAX_TEXTS)
      .map((name) => only(fourth, [name])),
  ];
  const empty = emptied(sequence, operation, whole);
  // In a merge patch, null gives a property its default.
  if (isObject(empty) && operation.patch !== 'merge') bodies.splice(bodies.lastIndexOf(whole), 0, empty);
  const isEmpty = (body: JsonObject) => Object.keys(bodyProperties(operation, body)?.properties ?? {}).length === 0;
  return bodies.filter((body) => !isEmpty(body) && acceptsBody(contract, operation.operation, body));
}

/** Names of texts without a meaning for other properties: no state, no date, no secret, and nothing that names another record. */
function textsOf({ request, references }: ResourceOperation, { properties, inner }: BodyProperties): string[] {
  return Object.keys(properties).filter((name) => {
    const pointer = appendTokens(inner, name);
    const told = request?.properties.find((each) => each.pointer === pointer);
    const isReference = references.some(({ at }) => at === (request?.envelope ?? '') + pointer);
    const isText = told?.types.every((type) => type === 'string' || type === 'null') && TEXT_FORMATS.has(told.format);
    return isText === true && !told?.enumerated && !told?.writeOnly && !isReference && !looksLikeIdentifier(name);
  });
}

/** One property each with a value that careless services take for an absent one. */
function falsyBodies(body: BodyProperties): JsonObject[] {
  return Object.entries(body.properties).flatMap(([name, value]) => {
    if (Array.isArray(value)) return [body.with({ [name]: [] })];
    if (typeof value === 'boolean') return [body.with({ [name]: false })];
    return typeof value === 'number' ? [body.with({ [name]: 0 })] : [];
  });
}
