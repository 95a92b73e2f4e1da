import { didYouMean, InputError, unknownName } from '../../../core/errors.ts';
import { isObject } from '../../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import { withArticle } from '../../../core/util/pluralize.ts';
import { topLevelNames } from '../../../openapi/resources/representations/schema-properties.ts';
import { sourceLocation } from '../../../openapi/source/origins.ts';
import { readYamlSource } from '../../../openapi/source/yaml-source.ts';
import type { SeedData } from '../../types.ts';
import { splitParents } from '../records/record-parents.ts';
import type { TypeWorld } from '../type-world.ts';
import { type ExampleRecord, identifiersIn } from './example-records.ts';

/**
 * Reads a file of records, JSON or YAML: an array for each resource type.
 * @throws {InputError} for a file that cannot be read or is no such map
 */
export function readSeedFile(file: string): SeedData {
  const { root } = readYamlSource(file, 'seed data');
  if (isObject(root)) return root;
  throw new InputError('seed data must be a map from resource types to arrays of records', {
    file,
    line: 1,
    column: 1,
  });
}

/**
 * Assigns records to the types that a mock keeps.
 * @throws {InputError} with the line of an unknown type, or of what is no record
 */
export function readSeeds(
  data: SeedData | undefined,
  all: readonly TypeWorld[],
): ReadonlyMap<TypeWorld, readonly ExampleRecord[]> {
  const byName = new Map(all.map((types) => [types.type.name, types]));
  const seeds = new Map<TypeWorld, ExampleRecord[]>();
  for (const [name, list] of Object.entries(data ?? {})) {
    const types = byName.get(name);
    const location = data && sourceLocation(data, name);
    if (!types) throw unknownName(`the mock keeps no records of type ${name}`, name, [...byName.keys()], location);
    if (!Array.isArray(list)) throw new InputError(`${name} must be an array of records`, location);
    seeds.set(
      types,
      list.map((record, index) => toExample(types, record, list, index)),
    );
  }
  return seeds;
}

function toExample(types: TypeWorld, record: JsonValue, list: JsonValue[], index: number): ExampleRecord {
  const location = sourceLocation(list, String(index));
  if (!isObject(record)) throw new InputError(`${withArticle(types.type.name)} must be an object`, location);
  const { value, parents } = splitParents(types, record);
  types.validate(value, record);
  warnOfTypos(types, value, record);
  return { value, identifiers: identifiersIn(value, types.shape.representation), ...(parents ? { parents } : {}) };
}

/** An unknown property is kept, but the one that it is meant to be would be made up. */
function warnOfTypos({ type, shape }: TypeWorld, record: JsonObject, source: JsonObject): void {
  const known = topLevelNames(shape.representation.properties);
  const missing = known.filter((name) => !Object.hasOwn(record, name));
  for (const name of Object.keys(record).filter((each) => !known.includes(each))) {
    const meant = didYouMean(name, missing);
    const location = sourceLocation(source, name);
    const message = `the document has no ${type.name}.${name}. Did you mean ${meant}?`;
    if (meant !== undefined) process.emitWarning(new InputError(message, location).message);
  }
}
