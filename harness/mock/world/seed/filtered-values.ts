import { isObject } from '../../../core/json/index.ts';
import type { JsonObject, Parameter } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../../openapi/document.ts';
import type { ResourceType } from '../../../openapi/resources/model.ts';
import { topName, words } from '../../../openapi/resources/names.ts';
import { isDirectionParameter, isOrderParameter } from '../../../openapi/resources/operations/ordering.ts';
import { isPagingParameter } from '../../../openapi/resources/operations/paging.ts';
import type { RecordRepresentation } from '../../../openapi/resources/representations/record-representation.ts';
import { listedValues } from '../../../openapi/schema/listed-values.ts';
import { schemasAt } from '../../../openapi/schema/schemas-at.ts';
import { firstListed } from '../records/initial-value.ts';

/** What a filter is set to that selects nothing by itself. */
const NO_VALUE = /^(|all|any|both|every|everything|none|null|undefined|default)$/;

/** The values that lists select by, of texts whose schema names none: the `state` of an issue, where `?state=` is `open`, `closed` or `all`. */
export class FilteredValues {
  private readonly byName: ReadonlyMap<string, readonly string[]>;

  constructor(document: OpenApiDocument, { operations }: ResourceType, representation: RecordRepresentation) {
    const lists = operations.filter(({ role }) => role === 'list');
    const filters = lists.flatMap(({ operation }) => operation.parameters).filter(isFilter);
    const texts = representation.properties.filter(
      ({ types, enumerated, format, constant }) =>
        types.includes('string') && !enumerated && format === undefined && constant === undefined,
    );
    const known = texts.flatMap(({ pointer }) => {
      const name = topName(pointer);
      const key = words(name ?? '').join('');
      const listed = filters
        .filter((each) => words(each.name).join('') === key)
        .flatMap((each) => listedBy(document, each));
      const isFree = representation.schemas.every((whole) => isUndescribed(document, whole, pointer));
      return name === undefined || !isFree || listed.length < 2 ? [] : [[name, [...new Set(listed)]] as const];
    });
    this.byName = new Map(known);
  }

  /** A made-up record with such values, each as it comes in turn; without an index, that with which a record begins. */
  in(record: JsonObject, index: number | undefined, isValid: (record: JsonObject) => boolean): JsonObject {
    let changed = record;
    for (const [name, values] of this.byName) {
      const begins = firstListed(values);
      const value = index === undefined ? begins : values[index % values.length];
      const next = typeof record[name] === 'string' && value !== undefined ? { ...changed, [name]: value } : changed;
      if (next !== changed && isValid(next)) changed = next;
    }
    return changed;
  }
}

function isFilter({ in: place, name, schema }: Parameter): boolean {
  const isOther = isPagingParameter(name) || isOrderParameter(name) || isDirectionParameter(name);
  return place === 'query' && schema !== undefined && !isOther;
}

function listedBy(document: OpenApiDocument, { schema = '' }: Parameter): string[] {
  return listedValues(document, schema, 'request').flatMap((each) =>
    typeof each === 'string' && !NO_VALUE.test(each.toLowerCase()) ? [each] : [],
  );
}

/** True for a property of which the document shows no value. */
function isUndescribed(document: OpenApiDocument, whole: string, pointer: string): boolean {
  const schemas = schemasAt(document, { whole, pointer, direction: 'response' });
  return schemas.every((each) => {
    const value = document.resolve(each).value;
    return (
      !isObject(value) || !['example', 'examples', 'default', 'x-faker'].some((name) => Object.hasOwn(value, name))
    );
  });
}
