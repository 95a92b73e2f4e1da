import { setProperty } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { words } from '../../openapi/resources/names.ts';
import { actionWords } from '../../openapi/resources/operations/verbs.ts';
import { effectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import type { RecordShape } from './records/record-shape.ts';

const MIN_STEM_LENGTH = 3;
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['pay', 'paid'],
  ['send', 'sent'],
]);

/**
 * Returns the properties that an action changes by its name: `cancel` sets a status that is enumerated as `cancelled`,
 * `favorite` sets a boolean `favorited`, and a DELETE of it, or `unfavorite`, sets it to false.
 */
export function effectOf(contract: Contract, { operation }: ResourceOperation, shape: RecordShape): JsonObject {
  const effect: JsonObject = {};
  const [verb = ''] = actionWords(operation.path);
  const isUndone = operation.method === 'DELETE' || /^un./.test(verb);
  const stem = stemOf(verb.replace(/^un(?=.{3})/, ''));
  if (stem.length < MIN_STEM_LENGTH) return effect;
  for (const name of shape.representation.names) {
    const value = effectOn(contract, shape, name, { stem, verb, isUndone });
    if (value !== undefined) setProperty(effect, name, value);
  }
  return effect;
}

interface Verb {
  readonly stem: string;
  readonly verb: string;
  readonly isUndone: boolean;
}

function effectOn(
  contract: Contract,
  shape: RecordShape,
  name: string,
  { stem, verb, isUndone }: Verb,
): JsonValue | undefined {
  const pointers = shape.representation.schemas.flatMap(
    (schema) => effectiveSchema(contract.document, schema, 'response').properties.get(name) ?? [],
  );
  const [property] = pointers.map((pointer) => effectiveSchema(contract.document, pointer, 'response'));
  if (!property) return undefined;
  const listed = firstKeyword(property, 'enum');
  if (Array.isArray(listed)) {
    const wanted = verb.startsWith('un') ? verb : stem;
    return isUndone && wanted === stem
      ? undefined
      : listed.find((each) => typeof each === 'string' && words(each).join('').startsWith(wanted));
  }
  const isFlag = property.hasType && property.types.includes('boolean') && !property.types.includes('string');
  return isFlag && words(name).join('').replace(/^is/, '').startsWith(stem) ? !isUndone : undefined;
}

/** `cancel` for cancelled, `archiv` for archived, `activ` for active. */
function stemOf(verb: string): string {
  return IRREGULAR.get(verb) ?? verb.replace(/(?<=.{4})ate$|e$/, '');
}
