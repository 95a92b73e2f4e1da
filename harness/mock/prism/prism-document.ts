import { setProperty, toDoubles } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { DocumentedResponse, JsonObject, Operation } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import { ReferenceInliner } from './inline-references.ts';

/** Number of objects and arrays of the inlined schemas, which Prism walks several times: in total, and for each schema. */
const NODE_LIMITS = { total: 200_000, max: 4000, min: 250 };

/** Prism does not support every method. The request is already routed, so that any other method does as well. */
const METHOD = 'get';

/** Returns a document with one operation, and in it only what Prism reads, with all references inlined. */
export function prismDocument(contract: Contract, operation: Operation): object {
  const inliner = contract.derived(createInliner);
  const here = appendTokens('#/paths', operation.path, METHOD, 'responses');
  const responses: JsonObject = {};
  for (const { key } of operation.responses) {
    const pointer = appendTokens(operation.pointer, 'responses', key);
    setProperty(responses, key, inliner.expanded(pointer, appendTokens(here, key)));
  }
  // OpenAPI 3.1.1, Operation Object: responses are optional; any response conforms.
  if (operation.responses.length === 0) responses['200'] = { description: '' };
  const { openapi = null } = contract.document.root;
  const deprecated = contract.document.at(appendTokens(operation.pointer, 'deprecated')) === true;
  return toDoubles({ openapi, paths: { [operation.path]: { [METHOD]: { deprecated, responses } } } }) as object;
}

function createInliner({ document, operations }: Contract): ReferenceInliner {
  const bodies = operations.reduce((sum, { responses }) => sum + bodyCount(responses), 0);
  const nodesPerBody = Math.floor(NODE_LIMITS.total / Math.max(1, bodies));
  return new ReferenceInliner(document, Math.min(NODE_LIMITS.max, Math.max(NODE_LIMITS.min, nodesPerBody)));
}

function bodyCount(responses: readonly DocumentedResponse[]): number {
  return responses.reduce((sum, { content }) => sum + content.length, 0);
}
