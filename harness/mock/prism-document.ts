import type { Contract } from '../contract/contract.ts';
import { isObject, setMember } from '../contract/json.ts';
import { join } from '../contract/pointer.ts';
import type { Json, JsonObject } from '../model.ts';
import { expanded } from './expanded.ts';

/** What Prism is not asked about: it judges no request, and a callback it would send once, and never again, for answers are remembered. */
const NEEDLESS = new Set(['parameters', 'requestBody', 'callbacks', 'security']);

/** The document as Prism needs it to answer: its operations with their responses, and every reference in them followed. */
export function prismDocument({ document }: Contract): JsonObject {
  const { openapi = null, info = null, paths } = document.root;
  const items: JsonObject = {};
  for (const path of Object.keys(isObject(paths) ? paths : {}))
    if (path.startsWith('/')) setMember(items, path, pathItem(path));
  return { openapi, info, paths: items };

  function pathItem(path: string): JsonObject {
    const place = join('#/paths', path);
    const { pointer, value } = document.object(place);
    const item: JsonObject = {};
    for (const [name, member] of Object.entries(value))
      if (isObject(member)) setMember(item, name, operation(join(pointer, name), member, join(place, name)));
    return item;
  }

  function operation(pointer: string, value: JsonObject, here: string): JsonObject {
    const copy: JsonObject = {};
    for (const [name, member] of Object.entries(value))
      if (name === 'responses') setMember(copy, name, responses(join(pointer, name), member, join(here, name)));
      else if (!NEEDLESS.has(name)) setMember(copy, name, member);
    return copy;
  }

  function responses(pointer: string, value: Json, here: string): JsonObject {
    const copy: JsonObject = {};
    for (const key of Object.keys(isObject(value) ? value : {}))
      setMember(copy, key, expanded(document, join(pointer, key), join(here, key)));
    return copy;
  }
}
