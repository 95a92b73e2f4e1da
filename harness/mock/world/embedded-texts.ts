import { appendTokens } from '../../core/json/pointer.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { nameKey } from '../../openapi/resources/names.ts';
import { pathName, type RecordPath } from './records/stored-record.ts';
import { typeAbove } from './stored-files.ts';
import type { TypeWorld } from './type-world.ts';
import type { World } from './world.ts';

/**
 * Puts a text that only the record above shows into the array of its name, or takes it out: the tag of `PUT /books/{bookId}/tags/{tag}`
 * into the `tags` of the book.
 */
export function changeTexts(world: World, resource: ResourceOperation, path: RecordPath): void {
  const { role, creates, scope, operation, resource: type } = resource;
  const types = typeAbove(world, resource);
  const [own, ...others] = resource.path.filter((each) => each.resource === type);
  const isAdded = role === 'update' && creates && operation.requestBody === undefined;
  if (!types || type === undefined || !own || others.length > 0 || scope !== 'item' || !(isAdded || role === 'delete'))
    return;
  const segment = operation.path.split('/').findLast((each) => !each.includes('{')) ?? '';
  const name = textsOf(types, segment);
  const value = path.get(pathName(type, own.identifier));
  const found = world.finder.lookup(types, path);
  if (name === undefined || value === undefined || 'isDeleted' in found) return;
  const shown = found.value[name];
  const before = Array.isArray(shown) ? shown : [];
  const isThere = before.includes(value);
  if (isThere === isAdded) return;
  const after = isAdded ? [...before, value] : before.filter((each) => each !== value);
  const changed = { ...found.value, [name]: after };
  if (types.isValid(changed)) types.force(found, changed);
}

/** The name of an array of texts that the records of a type show. */
function textsOf({ shape }: TypeWorld, segment: string): string | undefined {
  const { names, properties } = shape.representation;
  const isText = (name: string) =>
    properties.some(({ pointer, types }) => pointer === appendTokens('', name, '*') && types.includes('string'));
  return [...names].find((name) => nameKey(name) === nameKey(segment) && isText(name));
}
