import { appendTokens, parsePointer } from '../../../core/json/pointer.ts';
import { keep } from '../../../core/util/keep.ts';
import type { Contract } from '../../contract.ts';
import type { ResourceOperation, ResourceType } from '../model.ts';
import { words } from '../names.ts';
import { topLevelNames } from '../representations/schema-properties.ts';
import { textAt, textsOf } from '../text-at.ts';

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
    textsOf(document, shown, { pointer, direction: 'response' }).some(saysConstant);
  return (reader.response?.properties ?? []).flatMap(({ pointer }) => {
    const [name = '', ...inner] = parsePointer(pointer);
    if (inner.length > 0 || !ofService.has(pointer)) return [];
    return named.has(name) || describes(pointer) ? [pointer] : [];
  });
}

const FIXED =
  /\b(?:cannot|can not|can't|may not|must not) be (?:changed|updated|modified|edited)\b(?! (?:back )?(?:in)?to\b)|\bimmutable\b|\bnever changes?\b/i;
const SINCE_CREATION = /\b(?:once|after|when) (?:it (?:is|was) |the \w+ (?:is|was) |its )?(?:created|creation)\b/i;

/**
 * Names of what a creation sets and the document says cannot be changed later: of a property in its description, or in a sentence about
 * a change of the record (`The key of a project cannot be changed`).
 */
export function toldFixed(contract: Contract, type: ResourceType): readonly string[] {
  return fixedNames.get(type) ?? keep(fixedNames, type, readFixed(contract, type));
}

const fixedNames = new WeakMap<ResourceType, readonly string[]>();

function readFixed({ document }: Contract, { operations }: ResourceType): string[] {
  const sentences = (texts: readonly string[]) =>
    texts
      .flatMap((text) => text.split(/[.;\n]/))
      .map((each) => each.replace(SINCE_CREATION, ''))
      .filter((each) => FIXED.test(each) && !UNCERTAIN.test(each));
  const told = operations
    .filter(({ role }) => role === 'update' || role === 'patch')
    .flatMap(({ operation }) => sentences([textAt(document, operation.pointer)]))
    .map(subjectOf);
  const creations = operations.flatMap(({ role, request }) => (role === 'create' && request ? [request] : []));
  const names = creations.flatMap(({ schemas, properties }) =>
    topLevelNames(properties).filter((name) => {
      const own = textsOf(document, schemas, { pointer: appendTokens('', name), direction: 'request' });
      return sentences(own).length > 0 || told.some((subjects) => subjects.includes(words(name).join(' ')));
    }),
  );
  return [...new Set(names)];
}

/** What a sentence is about: `The key and the currency of a project cannot be changed`. */
function subjectOf(sentence: string): string[] {
  const [subject = ''] = sentence.split(/\b(?:cannot|can not|can't|may not|must not|is|are|never)\b/i);
  const [own = ''] = subject.split(/\b(?:of|for)\b/i);
  return own
    .split(/,|\band\b|\bor\b/i)
    .map((each) => words(each.replace(/\b(?:the|its|an?|their)\b/gi, '').trim()).join(' '));
}

function saysConstant(text: string): boolean {
  return text.split(/[.;\n]/).some((sentence) => CONSTANT.test(sentence) && !UNCERTAIN.test(sentence));
}
