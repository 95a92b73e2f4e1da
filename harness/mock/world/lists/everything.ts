import type { Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import { topName, words } from '../../../openapi/resources/names.ts';
import type { RecordRepresentation } from '../../../openapi/resources/representations/record-representation.ts';
import { listedValues } from '../../../openapi/schema/listed-values.ts';
import { schemasAt } from '../../../openapi/schema/schemas-at.ts';

const EVERYTHING = /^(all|any|both|everything)$/i;

/** The values of query parameters, as `name value`, that select nothing: the `all` of `?state=open|closed|all`, which no record has. */
export function valuesOfAll(
  document: OpenApiDocument,
  { parameters }: Operation,
  { properties, schemas }: RecordRepresentation,
): ReadonlySet<string> {
  const own = (name: string) =>
    properties
      .filter(({ pointer }) => words(topName(pointer) ?? '').join('') === words(name).join(''))
      .flatMap(({ pointer }) =>
        schemas.flatMap((whole) => schemasAt(document, { whole, pointer, direction: 'response' })),
      )
      .flatMap((schema) => listedValues(document, schema, 'response'));
  const found = parameters.flatMap(({ in: place, name, schema }) => {
    const values = place === 'query' && schema !== undefined ? listedValues(document, schema, 'request') : [];
    const all = values.filter((each) => typeof each === 'string' && EVERYTHING.test(each));
    const shown = all.length === 0 ? [] : own(name);
    return all.filter((each) => !shown.includes(each)).map((each) => `${name} ${String(each)}`);
  });
  return new Set(found);
}
