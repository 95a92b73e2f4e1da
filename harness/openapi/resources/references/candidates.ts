import { parsePointer } from '../../../core/json/pointer.ts';
import type { TypeName } from '../../schema/instance-types.ts';
import type { Reference, SchemaProperty } from '../model.ts';
import { words } from '../names.ts';
import type { InferredOperation } from '../operations/read-operation.ts';
import { compatible } from '../representations/schema-properties.ts';

/** A parameter or a property of a body that may be a reference. */
export interface Candidate {
  readonly in: Reference['in'];
  readonly at: string;
  /** In words; a second time with the name of the object around it. */
  readonly names: readonly (readonly string[])[];
  readonly types: readonly TypeName[];
  readonly format: string | undefined;
  /** Name of its schema among the components. */
  readonly component: string | undefined;
  readonly required: boolean;
  readonly many: boolean;
  /** True for the items of an array that is required. */
  readonly inRequired: boolean;
}

/** The properties of a request that may be references. */
export function requestCandidates({ request }: InferredOperation): Candidate[] {
  if (request === undefined) return [];
  const required = new Set(['', ...request.properties.flatMap((each) => (each.required ? each.pointer : []))]);
  return request.properties
    .filter(({ enumerated, readOnly }) => !enumerated && !readOnly)
    .map((property) => {
      const [array = '', ...items] = property.pointer.split('/*');
      const candidate = bodyCandidate(property, request.envelope, request.properties);
      return { ...candidate, inRequired: items.length === 1 && required.has(array) };
    });
}

/** @param around the properties among which is the `type` beside an `id` */
export function bodyCandidate(
  { pointer, types, format, component, required }: SchemaProperty,
  envelope: string,
  around: readonly SchemaProperty[],
): Candidate {
  const path = parsePointer(pointer);
  const tokens = path.filter((token) => token !== '*');
  // JSON:API: `relationships: { author: { data: { type, id } } }`.
  const isLinkage = tokens.at(-2) === 'data' && tokens.at(-4) === 'relationships';
  const [last = [], outer] = (isLinkage ? tokens.toSpliced(-2, 1) : tokens).map(words).toReversed();
  const type =
    tokens.at(-1) === 'id' ? around.find((each) => each.pointer === pointer.replace(/id$/, 'type')) : undefined;
  return {
    in: 'body',
    at: envelope + pointer,
    names: [
      ...(type?.constant === undefined ? [] : [[...words(type.constant), 'id']]),
      last,
      ...(outer && last.length === 1 ? [[...outer, ...last]] : []),
    ],
    types,
    format,
    component,
    required,
    many: path.includes('*'),
    inRequired: false,
  };
}

/** True for a body of nothing but types and ids: it links records that are there (JSON:API). */
export function isLinkage(properties: readonly SchemaProperty[]): boolean {
  const inner = properties.filter(({ pointer }) => !properties.some((each) => each.pointer.startsWith(`${pointer}/`)));
  const names = inner.map(({ pointer }) => parsePointer(pointer).at(-1));
  return names.includes('id') && names.includes('type') && names.every((name) => name === 'id' || name === 'type');
}

type Typed = Pick<Candidate, 'types' | 'format'>;

/** True if values of one can be written as values of the other: an integer as text too, unless a format rules that out. */
export function mayHaveValueOf(one: Typed, other: Typed): boolean {
  if (compatible(one.types, other.types)) return true;
  const text = one.types.includes('string') ? one : other;
  return text.format === undefined && [one, other].every(({ types }) => compatible(types, ['string', 'integer']));
}
