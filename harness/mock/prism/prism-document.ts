import { isObject, setProperty } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { ReferenceInliner } from './inline-references.ts';

/** Keywords that Prism does not need: it validates no requests, and sends no callbacks, since responses are cached. */
const IGNORED_KEYS = new Set(['parameters', 'requestBody', 'callbacks', 'security']);

/** Number of objects and arrays of the inlined schemas, which Prism walks several times: in total, and for each schema. */
const NODE_LIMITS = { total: 200_000, max: 4000, min: 250 };

/** Returns an impossible path under which Prism gets a `query` operation (OpenAPI 3.2) as POST: it does not support the method. */
export function queryPath(path: string): string {
  return `${path}#query`;
}

/** Returns the document for Prism: operations with their responses, and all references inlined. */
export function prismDocument({ document, operations }: Contract): JsonObject {
  const bodies = operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content));
  const nodesPerBody = Math.floor(NODE_LIMITS.total / Math.max(1, bodies.length));
  const inliner = new ReferenceInliner(document, Math.min(NODE_LIMITS.max, Math.max(NODE_LIMITS.min, nodesPerBody)));
  const { openapi = null, info = null, paths } = document.root;
  const items: JsonObject = {};
  for (const path of Object.keys(isObject(paths) ? paths : {})) if (path.startsWith('/')) addPathItem(path);
  return { openapi, info, paths: items };

  function addPathItem(path: string): void {
    const pathPointer = appendTokens('#/paths', path);
    const { pointer: owner, value: methods } = document.object(pathPointer);
    const item: JsonObject = {};
    setProperty(items, path, item);
    for (const [name, member] of Object.entries(methods)) {
      if (!isObject(member)) continue;
      const { pointer, value } = document.object(appendTokens(owner, name));
      const copy = operation(pointer, value, appendTokens(pathPointer, name));
      if (name === 'query') setProperty(items, queryPath(path), { post: copy });
      else setProperty(item, name, copy);
    }
  }

  function operation(pointer: string, value: JsonObject, here: string): JsonObject {
    const copy: JsonObject = {};
    // OpenAPI 3.1.1, Operation Object: responses are optional; any response conforms.
    if (Object.keys(value['responses'] ?? {}).length === 0) return { responses: { 200: { description: '' } } };
    for (const [name, member] of Object.entries(value))
      if (name === 'responses')
        setProperty(copy, name, responses(appendTokens(pointer, name), member, appendTokens(here, name)));
      else if (!IGNORED_KEYS.has(name)) setProperty(copy, name, member);
    return copy;
  }

  function responses(pointer: string, value: JsonValue, here: string): JsonObject {
    const copy: JsonObject = {};
    for (const key of Object.keys(isObject(value) ? value : {}))
      setProperty(copy, key, inliner.expanded(appendTokens(pointer, key), appendTokens(here, key)));
    return copy;
  }
}
