import { parsePointer } from '../../../core/json/pointer.ts';
import type { Representation } from '../model.ts';
import { nameKey, singularWords, words } from '../names.ts';
import { isCartName, isSingletonName, isVerb } from '../operations/verbs.ts';
import type { RepresentationReader } from '../representations/representation.ts';
import { hasMethod, type PathNode } from './path-tree.ts';

/** Whether a path stands for one record without an identifier, by its methods and its name. */
export function isSingleton(node: PathNode): boolean {
  const isRead = hasMethod(node, 'GET');
  if (isRead && hasMethod(node, 'PUT', 'PATCH')) return true;
  if (isVerb(node.text)) return false;
  if (isRead) return hasMethod(node, 'DELETE') || isSingletonName(node.text);
  return hasMethod(node, 'PUT', 'PATCH') && hasMethod(node, 'DELETE');
}

/** Whether a path has one record that is replaced, changed or deleted; a DELETE with a body names some of many. */
export function isChangedWhole({ operations }: PathNode): boolean {
  return operations.some(
    ({ method, requestBody }) =>
      method === 'PUT' || method === 'PATCH' || (method === 'DELETE' && requestBody === undefined),
  );
}

/** Whether what a path shows as a list has a path of its own below it, as the items of `/cart` have `/cart/items`. */
export function isAround({ children }: PathNode, list: Representation | undefined): boolean {
  const name = parsePointer(list?.items ?? '').at(-1);
  return name !== undefined && [...children.values()].some(({ text }) => nameKey(text) === nameKey(name));
}

/** What a cart shows inside it, in words, as the items of `/cart/{itemId}`; undefined for what is no cart. */
export function shownInCart(node: PathNode, reader: RepresentationReader): readonly string[] | undefined {
  const get = isCartName(node.text) ? node.operations.find(({ method }) => method === 'GET') : undefined;
  const name = parsePointer((get && reader.list(get, words(node.text)))?.items ?? '').at(-1);
  return name === undefined ? undefined : singularWords(words(name));
}
