import { isObject, setProperty } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { ReferenceInliner } from './inline-references.ts';

/** What Prism is not asked about: it judges no request, and a callback it would send once, and never again, for answers are remembered. */
const NEEDLESS = new Set(['parameters', 'requestBody', 'callbacks', 'security']);

/** Objects and lists of all expanded schemas together, of one at most, and of one at least: Prism walks them several times before it answers. */
const SIZE = { all: 200_000, most: 4000, least: 250 };

/** The document as Prism needs it to answer: its operations with their responses, and every reference in them followed. */
export function prismDocument({ document, operations }: Contract): JsonObject {
  const bodies = operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content));
  const share = Math.floor(SIZE.all / Math.max(1, bodies.length));
  const expander = new ReferenceInliner(document, Math.min(SIZE.most, Math.max(SIZE.least, share)));
  const { openapi = null, info = null, paths } = document.root;
  const items: JsonObject = {};
  for (const path of Object.keys(isObject(paths) ? paths : {}))
    if (path.startsWith('/')) setProperty(items, path, pathItem(path));
  return { openapi, info, paths: items };

  function pathItem(path: string): JsonObject {
    const place = appendTokens('#/paths', path);
    const { pointer, value } = document.object(place);
    const item: JsonObject = {};
    for (const [name, member] of Object.entries(value))
      if (isObject(member))
        setProperty(item, name, operation(appendTokens(pointer, name), member, appendTokens(place, name)));
    return item;
  }

  function operation(pointer: string, value: JsonObject, here: string): JsonObject {
    const copy: JsonObject = {};
    // OpenAPI 3.1.1, Operation Object: responses may be absent. Nothing is said then of the one that there is.
    if (Object.keys(value['responses'] ?? {}).length === 0) return { responses: { 200: { description: '' } } };
    for (const [name, member] of Object.entries(value))
      if (name === 'responses')
        setProperty(copy, name, responses(appendTokens(pointer, name), member, appendTokens(here, name)));
      else if (!NEEDLESS.has(name)) setProperty(copy, name, member);
    return copy;
  }

  function responses(pointer: string, value: JsonValue, here: string): JsonObject {
    const copy: JsonObject = {};
    for (const key of Object.keys(isObject(value) ? value : {}))
      setProperty(copy, key, expander.expanded(appendTokens(pointer, key), appendTokens(here, key)));
    return copy;
  }
}
