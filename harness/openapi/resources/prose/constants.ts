import { parsePointer } from '../../../core/json/pointer.ts';
import type { Contract } from '../../contract.ts';
import { schemasAt } from '../../schema/schemas-at.ts';
import type { ResourceOperation, ResourceType } from '../model.ts';
import { textAt } from '../text-at.ts';

const CONSTANT = /\b(?:never chang(?:es?|ed)|immutable)\b/i;
/** Words of what is not always so. */
const UNCERTAIN = /\b(?:if|when|while|unless|once|after|before|until|except|by (?:the )?clients?)\b/i;

/**
 * JSON Pointers of what only the service sets and the document says never changes: of a property in its description, or of several
 * in a sentence about a change of the record (`id, number and createdAt never change`).
 */
export function toldConstants({ document }: Contract, type: ResourceType, reader: ResourceOperation): string[] {
  const told = type.operations
    .filter(({ role }) => role === 'update' || role === 'patch')
    .flatMap(({ operation }) => textAt(document, operation.pointer).split(/[.;\n]/))
    .filter(saysConstant);
  const named = new Set(told.flatMap((sentence) => sentence.split(/[\s`"'*,:()]+/)));
  const ofService = new Set(
    type.properties
      .filter(({ sent, readOnly, serverSet }) => readOnly || serverSet !== undefined || !sent)
      .map(({ pointer }) => pointer),
  );
  const shown = reader.response?.schemas ?? [];
  const describes = (pointer: string) =>
    shown
      .flatMap((whole) => schemasAt(document, { whole, pointer, direction: 'response' }))
      .some((schema) => saysConstant(textAt(document, schema)));
  return (reader.response?.properties ?? []).flatMap(({ pointer }) => {
    const [name = '', ...inner] = parsePointer(pointer);
    if (inner.length > 0 || !ofService.has(pointer)) return [];
    return named.has(name) || describes(pointer) ? [pointer] : [];
  });
}

function saysConstant(text: string): boolean {
  return text.split(/[.;\n]/).some((sentence) => CONSTANT.test(sentence) && !UNCERTAIN.test(sentence));
}
