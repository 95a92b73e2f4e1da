import { isObject } from '../core/json/index.ts';
import { appendTokens } from '../core/json/pointer.ts';
import type { JsonObject, Operation } from '../core/model.ts';
import type { OpenApiDocument } from './document.ts';
import { readOperations } from './operations.ts';
import { LinkTargets } from './resources/references/links.ts';

/** Lists the links of a response, or of the components, that lead to no operation of the document. */
export function* unreadLinks(
  document: OpenApiDocument,
  { links }: JsonObject,
  owner: string,
): Generator<readonly [pointer: string, description: string]> {
  for (const name of isObject(links) ? Object.keys(links) : []) {
    const pointer = appendTokens(owner, 'links', name);
    const { value, pointer: at } = document.resolve(pointer);
    // A reference is listed where it leads to.
    if (!isObject(value) || at !== pointer || document.derived(targets).of(value)) continue;
    const { operationId, operationRef } = value;
    const target = [operationId, operationRef].find((each) => typeof each === 'string');
    const why = target === undefined ? 'names no operation' : `leads to ${target}, which this document does not have`;
    yield [pointer, `link ${name} is not read: it ${why}`];
  }
}

function targets(document: OpenApiDocument): LinkTargets {
  const operations: readonly Operation[] = document.derived(readOperations);
  return new LinkTargets(operations);
}
