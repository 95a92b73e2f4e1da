import { type Arbitrary, array, constant, oneof, tuple } from 'fast-check';
import { isObject } from '../../../core/json/index.ts';
import { join } from '../../../core/json/pointer.ts';
import type { Json } from '../../../core/model.ts';
import { Choice } from './arbitraries/oneof.ts';
import { Kept } from './arbitraries/bounded-filter.ts';
import { Text } from './arbitraries/string.ts';
import type { Blend } from './merge-schemas.ts';
import { type Bridge, SOFT_DEPTH } from './schema-generator.ts';
import { stringOf } from './string.ts';

export type Entries = readonly (readonly [name: string, value: Json])[];

export interface ExtraMembers {
  readonly arbitrary: Arbitrary<Entries>;
  /** How many values the fewest of them are made of. */
  readonly size: number;
}

interface Kind {
  readonly names: Arbitrary<string>;
  readonly places: readonly string[];
}

/**
 * Members without a declared name, of the kinds that `additionalProperties` and `patternProperties` describe; of any kind where
 * so many are demanded and nothing describes them. Undefined where there can be none.
 */
export function extraMembers(
  bridge: Bridge,
  blend: Blend,
  depth: number,
  { least, most }: { readonly least: number; readonly most: number },
): ExtraMembers | undefined {
  if (most < 1) return undefined;
  const isFree = (name: string) => !blend.members.has(name) && bridge.keeps(propertyNames(blend), name);
  const entries = kinds(bridge, blend, least > 0).flatMap(({ names, places }) => {
    const built = bridge.values(places, depth + 1);
    return built ? [{ entry: tuple(new Kept(names, isFree), built.arbitrary), size: built.size }] : [];
  });
  if (entries.length === 0) return undefined;
  const size = Math.min(...entries.map((each) => each.size));
  const allowed = depth < SOFT_DEPTH ? entries : entries.filter((each) => each.size === size);
  const one = oneof(...allowed.map(({ entry }) => entry));
  const some = array(one, { minLength: Math.max(1, least), maxLength: most, size: 'max' });
  if (least > 0) return { arbitrary: some, size: size * least };
  const none = { weight: 1, arbitrary: constant<Entries>([]) };
  return { arbitrary: new Choice<Entries>([none, { weight: 2, arbitrary: some }]), size: 0 };
}

function kinds(bridge: Bridge, blend: Blend, demanded: boolean): Kind[] {
  const { parts } = blend;
  const patterned = parts.flatMap(({ pointer, schema: { patternProperties } }) =>
    Object.keys(isObject(patternProperties) ? patternProperties : {}).flatMap((source) => {
      const names = stringOf([{ pattern: source, minLength: 1 }], 'token');
      return names ? [{ names, places: [join(pointer, 'patternProperties', source)] }] : [];
    }),
  );
  const described = parts.filter(({ schema }) => isObject(schema['additionalProperties']));
  const closed = parts.some(({ schema }) => schema['additionalProperties'] === false);
  if (closed || (described.length === 0 && (patterned.length > 0 || !demanded))) return patterned;
  const places = described.map(({ pointer }) => join(pointer, 'additionalProperties'));
  return [...patterned, { names: plainNames(bridge, blend), places }];
}

function plainNames(bridge: Bridge, blend: Blend): Arbitrary<string> {
  const places = propertyNames(blend);
  const named = places.length > 0 ? bridge.values(places, 0) : undefined;
  return named ? named.arbitrary.map(String) : new Text('token', 1, 8);
}

function propertyNames({ parts }: Blend): string[] {
  return parts.flatMap(({ pointer, schema }) =>
    schema['propertyNames'] === undefined ? [] : [join(pointer, 'propertyNames')],
  );
}
