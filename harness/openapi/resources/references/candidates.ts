import { parsePointer } from '../../../core/json/pointer.ts';
import type { TypeName } from '../../schema/instance-types.ts';
import type { Reference, SchemaProperty } from '../model.ts';
import { words } from '../names.ts';
import type { InferredOperation } from '../operations/read-operation.ts';

/** A parameter or a property of a body that may be a reference. */
export interface Candidate {
  readonly in: Reference['in'];
  readonly at: string;
  /** In words; a second time with the name of the object around it. */
  readonly names: readonly (readonly string[])[];
  readonly types: readonly TypeName[];
  readonly format: string | undefined;
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
      return { ...bodyCandidate(property, request.envelope), inRequired: items.length === 1 && required.has(array) };
    });
}

export function bodyCandidate({ pointer, types, format, required }: SchemaProperty, envelope: string): Candidate {
  const path = parsePointer(pointer);
  const [last = [], outer] = path
    .filter((token) => token !== '*')
    .map(words)
    .toReversed();
  const names = outer && last.length === 1 ? [last, [...outer, ...last]] : [last];
  return {
    in: 'body',
    at: envelope + pointer,
    names,
    types,
    format,
    required,
    many: path.includes('*'),
    inRequired: false,
  };
}
