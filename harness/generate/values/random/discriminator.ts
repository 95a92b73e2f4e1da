import { isObject } from '../../../core/json/index.ts';
import { appendTokens, fragmentToPointer, parsePointer } from '../../../core/json/pointer.ts';
import type { JsonObject } from '../../../core/model.ts';
import { stripScope } from '../../../openapi/bundle/dynamic-scope.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';

const COMPONENTS = '#/components/schemas';

/** Schemas that a value may follow together, with the member that says so and its texts, where a discriminator asks for it. */
export interface Alternative {
  readonly schemaPointers: readonly string[];
  readonly discriminatorValues?: DiscriminatorValue;
}

export interface DiscriminatorValue {
  readonly property: string;
  readonly values: readonly string[];
}

/** How a schema's discriminator names the schema at `pointer` (OpenAPI 3.0.3, Discriminator Object); undefined where it has none. */
export function discriminatorValueOf(owner: JsonObject, pointer: string): DiscriminatorValue | undefined {
  const { discriminator } = owner;
  if (!isObject(discriminator)) return undefined;
  const mapped = mappingOf(owner).flatMap(([text, target]) => (target === stripScope(pointer) ? [text] : []));
  return {
    property: String(discriminator['propertyName']),
    values: mapped.length > 0 ? mapped : parsePointer(pointer).slice(-1),
  };
}

/** The schemas that extend one with a discriminator by `allOf`: those of its mapping, else those of the components that name it. */
export function allOfSubtypes(document: OpenApiDocument, owner: JsonObject, pointer: string): Alternative[] {
  if (!isObject(owner['discriminator']) || owner['oneOf'] !== undefined || owner['anyOf'] !== undefined) return [];
  const mapped = mappingOf(owner).map(([, target]) => target);
  const places = mapped.length > 0 ? mapped : componentsThatExtend(document, pointer);
  return [...new Set(places)]
    .filter((place) => document.at(place) !== undefined)
    .map((place) => ({ schemaPointers: [place] }));
}

function mappingOf({ discriminator }: JsonObject): [text: string, target: string][] {
  const mapping = isObject(discriminator) ? discriminator['mapping'] : undefined;
  return Object.entries(isObject(mapping) ? mapping : {}).map(([text, target]) => [text, targetOf(String(target))]);
}

function targetOf(target: string): string {
  return target.startsWith('#') ? fragmentToPointer(target) : appendTokens(COMPONENTS, target);
}

function componentsThatExtend(document: OpenApiDocument, pointer: string): string[] {
  const components = document.at(COMPONENTS);
  return Object.entries(isObject(components) ? components : {}).flatMap(([name, schema]) => {
    const parents = isObject(schema) && Array.isArray(schema['allOf']) ? schema['allOf'] : [];
    const extend = parents.some(
      (parent) => isObject(parent) && fragmentToPointer(String(parent['$ref'])) === stripScope(pointer),
    );
    return extend ? [appendTokens(COMPONENTS, name)] : [];
  });
}
