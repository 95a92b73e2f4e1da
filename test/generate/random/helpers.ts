import type { Direction, JsonValue } from '../../../harness/core/model.ts';
import type { CharacterSet } from '../../../harness/generate/values/random/characters.ts';
import { createRandom, generate } from '../../../harness/generate/values/random/generate.ts';
import { schemaArbitrary } from '../../../harness/generate/values/random/schema-arbitrary.ts';
import type { Contract } from '../../../harness/openapi/contract.ts';
import { schemas } from '../../openapi/documents.ts';

const PLACE = '#/components/schemas/';

/** A document (3.0) with these schemas, each as JSON text. */
export function documentOf(texts: Readonly<Record<string, string>>): Contract {
  const properties = Object.entries(texts).map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return schemas(`{${properties.join(',')}}`, '3.0.3');
}

/** So many values of a schema. */
export function valuesOf(
  contract: Contract,
  name: string,
  {
    count = 300,
    direction = 'request',
    repertoire: characters = 'text',
  }: { count?: number; direction?: Direction; repertoire?: CharacterSet } = {},
): JsonValue[] {
  const arbitrary = schemaArbitrary(contract, PLACE + name, direction, characters);
  if (!arbitrary) throw new Error(`nothing was found for ${name}`);
  return Array.from({ length: count }, (_, index) => {
    const generated = generate(arbitrary, createRandom(1, `${name} ${index}`));
    if (!generated) throw new Error(`value ${index} of ${name} was not found`);
    return generated.value;
  });
}

/** So many values of a schema that refers to no other. */
export function drawn(schema: string, options: Parameters<typeof valuesOf>[2] = {}): JsonValue[] {
  return valuesOf(documentOf({ It: schema }), 'It', options);
}

/** The values that break their schema. */
export function invalid(contract: Contract, name: string, values: readonly JsonValue[]): JsonValue[] {
  return values.filter((value) => !contract.schemas.accepts(PLACE + name, value, 'request'));
}

/** Whether any value is found. */
export function isFound(contract: Contract, name: string): boolean {
  return schemaArbitrary(contract, PLACE + name, 'request') !== undefined;
}
