import { isObject, setProperty } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { ReferenceInliner } from './inline-references.ts';

/** What Prism is not asked about: it judges no request, and a callback it would send once, and never again, for answers are remembered. */
const NEEDLESS = new Set(['parameters', 'requestBody', 'callbacks', 'security']);

/** Objects and lists of all expanded schemas together, of one at most, and of one at least: Prism walks them several times before it answers. */
const SIZE = { all: 200_000, most: 4000, least: 250 };

/** Where Prism, which knows no method `query` (OpenAPI 3.2), gets such an operation: as a POST of a path that no request can have. */
export function queryPath(path: string): string {
  return `${path}#query`;
}

/** The document as Prism needs it to answer: its operations with their responses, and every reference in them followed. */
export function prismDocument({ document, operations }: Contract): JsonObject {
  const bodies = operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content));
  const share = Math.floor(SIZE.all / Math.max(1, bodies.length));
  const expander = new ReferenceInliner(document, Math.min(SIZE.most, Math.max(SIZE.least, share)));
  const { openapi = null, info = null, paths } = document.root;
  const items: JsonObject = {};
  for (const path of Object.keys(isObject(paths) ? paths : {})) if (path.startsWith('/')) addPathItem(path);
  return { openapi, info, paths: items };

  function addPathItem(path: string): void {
    const place = appendTokens('#/paths', path);
    const { pointer: owner, value: methods } = document.object(place);
    const item: JsonObject = {};
    setProperty(items, path, item);
    for (const [name, member] of Object.entries(methods)) {
      if (!isObject(member)) continue;
      const { pointer, value } = document.object(appendTokens(owner, name));
      const copy = operation(pointer, value, appendTokens(place, name));
      if (name === 'query') setProperty(items, queryPath(path), { post: copy });
      else setProperty(item, name, copy);
    }
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
