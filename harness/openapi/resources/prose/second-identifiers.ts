import type { Contract } from '../../contract.ts';
import type { Representation, ResourceType } from '../model.ts';
import { nameKey, topName, words } from '../names.ts';
import { textAt } from '../text-at.ts';

const ID = 'id|identifier|uuid';
/** `The app's ID or UID`, `id (or the slug) of the post`. */
const AFTER = new RegExp(`\\b(?:${ID})(?: \\(|,)? ?(?:or|/) ?(?:(?:the|its|an?|unique) )*([\\w-]+(?: [\\w-]+)?)`, 'i');
/** `The slug or id of the post`. */
const BEFORE = new RegExp(`\\b([\\w-]+) (?:or|/) (?:(?:the|its|an?) )?(?:${ID})\\b`, 'i');

/** Names of the properties that stand for the identifier of a record in a path, as its description says: `the ID or slug of the post`. */
export function secondIdentifiers({ document }: Contract, type: ResourceType, shown: Representation): string[] {
  const [identifier, ...others] = type.identifiers;
  if (identifier === undefined || others.length > 0) return [];
  const parameters = type.operations
    .filter(({ scope }) => scope === 'item')
    .flatMap(({ operation }) => operation.parameters)
    .filter((each) => each.in === 'path' && each.name === identifier.name);
  const texts = parameters.flatMap(({ pointer, schema }) => [
    textAt(document, pointer),
    ...(schema === undefined ? [] : [textAt(document, schema)]),
  ]);
  const found = texts.flatMap((text) => propertyNamed(text, identifier.name, shown) ?? []);
  return [...new Set(found)];
}

function propertyNamed(text: string, identifier: string, { properties }: Representation): string | undefined {
  const phrases = [AFTER, BEFORE].flatMap((pattern) => pattern.exec(text)?.[1] ?? []);
  const keys = phrases.flatMap((phrase) => {
    const [first = '', ...rest] = words(phrase);
    return [nameKey([first, ...rest]), nameKey([first])];
  });
  const texts = properties.filter(({ types }) => types.includes('string'));
  const names = texts.flatMap(({ pointer }) => topName(pointer) ?? []);
  const own = new Set(['id', nameKey(identifier)]);
  const named = keys.filter((key) => !own.has(key)).map((key) => names.find((name) => nameKey(name) === key));
  return named.find((name) => name !== undefined);
}
