import type { Operation, Parameter, ParameterIn } from '../core/model.ts';
import { groupBy } from '../core/util/group-by.ts';
import type { OpenApiDocument } from './document.ts';
import { effectiveSchema, firstKeyword } from './schema/effective-schema.ts';

/** True for a path such as `/#Action=List`, published for operations that a parameter or nothing tells apart. */
export function hasFragment(path: string): boolean {
  return path.includes('#');
}

/** True for an operation that only a fragment tells from others: what is sent to it proves nothing of services. */
export function needsFragment({ path, toldBy }: Operation): boolean {
  return hasFragment(path) && toldBy === undefined;
}

/** Clients send no fragment (RFC 9110 section 7.1). */
export function withoutFragment(path: string): string {
  return path.split('#', 1)[0] ?? '';
}

type ToldBy = NonNullable<Operation['toldBy']>;

/** Adds to operations whose path has a fragment what tells them apart without it. */
export function withToldBy(document: OpenApiDocument, operations: readonly Operation[]): readonly Operation[] {
  if (!operations.some(({ path }) => hasFragment(path))) return operations;
  const told = new Map<Operation, ToldBy>();
  const groups = groupBy(operations, ({ method, path }) => `${method} ${withoutFragment(path)}`);
  for (const group of groups.values()) {
    const found = group.length === 1 ? [[]] : tellApart(document, group);
    for (const [index, toldBy] of found.entries()) {
      const operation = group[index];
      if (operation && hasFragment(operation.path)) told.set(operation, toldBy);
    }
  }
  return operations.map((operation) => {
    const toldBy = told.get(operation);
    return toldBy ? { ...operation, toldBy } : operation;
  });
}

/**
 * Finds a required parameter that each operation has, with values that none of the others allows.
 * @returns by operation; empty if there is none
 */
function tellApart(document: OpenApiDocument, group: readonly Operation[]): ToldBy[] {
  for (const { in: place, name } of group[0]?.parameters ?? []) {
    const toldBy = group.map(({ parameters }) => {
      const own = parameters.find((each) => each.in === place && each.required && isSameName(place, each.name, name));
      return { in: place, name: own?.name ?? name, texts: (own && allowedTexts(document, own)) ?? [] };
    });
    const texts = toldBy.flatMap((each) => each.texts);
    const isTold = place !== 'path' && toldBy.every((each) => each.texts.length > 0);
    if (isTold && new Set(texts).size === texts.length) return toldBy.map((each) => [each]);
  }
  return [];
}

/** Names of headers are case-insensitive (RFC 9110 section 5.1). */
function isSameName(place: ParameterIn, a: string, b: string): boolean {
  return a === b || (place === 'header' && a.toLowerCase() === b.toLowerCase());
}

/** The texts that a parameter may have; undefined if any. */
export function allowedTexts(document: OpenApiDocument, { schema }: Parameter): readonly string[] | undefined {
  if (schema === undefined) return undefined;
  const effective = effectiveSchema(document, schema, 'request');
  const constant = firstKeyword(effective, 'const');
  const values = constant === undefined ? firstKeyword(effective, 'enum') : [constant];
  return Array.isArray(values) && values.every((value) => typeof value === 'string') ? values : undefined;
}
