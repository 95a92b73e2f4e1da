import { appendTokens, parsePointer } from '../../../core/json/pointer.ts';
import { keep } from '../../../core/util/keep.ts';
import type { Contract } from '../../contract.ts';
import type { ResourceOperation, ResourceType } from '../model.ts';
import { topName, words } from '../names.ts';
import { topLevelNames } from '../representations/schema-properties.ts';
import { textAt, textsOf } from '../text-at.ts';

const CONSTANT = /\b(?:never chang(?:es?|ed)|immutable)\b/i;
/** Words of what is not always so, or of advice. */
const UNCERTAIN = /\b(?:if|when|while|unless|once|after|before|until|except|whose|should|by (?:the )?clients?)\b/i;

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
    textsOf(document, shown, { pointer, direction: 'response' }).some((text) => saysConstantOf(text, pointer));
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
      const isTold = sentences(own).some((sentence) => isOf(name, sentence));
      return isTold || told.some((subjects) => subjects.includes(words(name).join(' ')));
    }),
  );
  return [...new Set(names)];
}

/** What a sentence is about: `The key and the currency of a project cannot be changed`. */
function subjectOf(sentence: string): string[] {
  const [subject = ''] = sentence.split(/\b(?:cannot|can not|can't|may not|must not|is|are|never|immutable)\b/i);
  const [own = ''] = subject.split(/\b(?:of|for|on|in|within)\b/i);
  return own
    .split(/,|\band\b|\bor\b/i)
    .map((each) => words(each.replace(/\b(?:the|its|an?|their|then)\b/gi, '').trim()).join(' '));
}

/** What a description calls the property that it describes, or says of it before anything else. */
const ITSELF =
  /^$|^(?:it|they|these|this\b.*|value|field|property|attribute|setting)$|\b(?:that|which)$|^(?:globally )?(?:unique|assigned|chosen|given|set|specified|generated|created|derived|fixed|read only|output only|required|optional)\b/;
const IMMUTABLE_THING = /\bimmutable (\w[\w ]*?)(?: (?:of|for|in|that|which|such)\b|[^\w ]|$)/i;

/** Not `The retention period of a locked bucket cannot be changed`, said of `locked`, nor `Default roles cannot be modified`. */
function isOf(name: string, sentence: string): boolean {
  const last = words(name).at(-1) ?? '';
  const thing = words(IMMUTABLE_THING.exec(sentence)?.[1] ?? '').at(-1);
  if (thing !== undefined) return ITSELF.test(thing) || last.endsWith(thing);
  return subjectOf(sentence).some((subject) => ITSELF.test(subject) || subject.split(' ').at(-1) === last);
}

function saysConstant(text: string): boolean {
  return constantSentences(text).length > 0;
}

function saysConstantOf(text: string, pointer: string): boolean {
  return constantSentences(text).some((sentence) => isOf(topName(pointer) ?? '', sentence));
}

function constantSentences(text: string): string[] {
  return text.split(/[.;\n]/).filter((sentence) => CONSTANT.test(sentence) && !UNCERTAIN.test(sentence));
}
