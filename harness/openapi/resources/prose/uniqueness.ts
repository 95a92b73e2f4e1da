import { appendTokens } from '../../../core/json/pointer.ts';
import { keep } from '../../../core/util/keep.ts';
import type { Contract } from '../../contract.ts';
import type { Representation, ResourceOperation, ResourceType } from '../model.ts';
import { singular, topName, words } from '../names.ts';
import { requiredInBody } from '../references/required-references.ts';
import { compatible, topLevelNames } from '../representations/schema-properties.ts';
import { textAt, textsOf } from '../text-at.ts';
import { type ConflictText, conflictText, SAYS_CONFLICT, sentencesOf } from './conflicts.ts';
import { saysAnyCase } from './letter-case.ts';

const TAKEN =
  /\b(?:taken|unique|duplicate[ds]?|in use|used by another|exists already|already (?:exists?|used|registered|assigned|known))\b/;

/** `A patient with that e-mail exists`, `there is a tag of this name`, `another product has this SKU`, `the supplier has a contact with this e-mail`. */
const EXISTS =
  /^(?!.*\b(?:no|not|none|never)\b).*(?:\bwith\b.*\bexists\b|\banother \w+ (?:already )?(?:has|uses) (?:this|that|the same) |(?:\bthere is|^(?:the|this) \w+(?: \w+)? (?:already )?has) (?:already )?an?(?:other)? \w+ (?:of|with) (?:this|that|the same) )/;

/** The properties of which the text says that no two records have the same value: `the e-mail is taken`, `409 if the e-mail exists`. */
export function uniqueNames(names: readonly string[], { general, ofResponse }: ConflictText): string[] {
  const told = ofResponse.filter((sentence) => TAKEN.test(sentence) || EXISTS.test(sentence)).map(inWords);
  const conflicts = general.filter((sentence) => SAYS_CONFLICT.test(sentence)).map(inWords);
  return names.filter((each) => {
    const name = words(each).join(' ');
    const isTaken = new RegExp(
      `\\b(?:duplicate[ds]?|same|existing) ${name} |(?<!\\bno) ${name} ${OF_A_KIND}(?:(?:is )?(?:already )?${IS_TAKEN}|${MUST_BE_NEW})`,
    );
    const isNamed = new RegExp(`${NOT_OF_IT} ${name} (?!with |having )`);
    return told.some((sentence) => isNamed.test(sentence)) || conflicts.some((each) => isTaken.test(each));
  });
}

/** Words before a name that is not of the property: `a resource being created exists`, `the code is used by another product`. */
const NOT_OF_IT = '(?<! being| another| of| of the| of an?)';
const IS_TAKEN = '(?:exists|taken|in use|used|registered|assigned|known) ';
const MUST_BE_NEW =
  '(?:must (?:be (?:new|unique)|differ from|not (?:already )?be (?:taken|in use|used))|(?:can|may) (?:only be [a-z]+|be [a-z]+ only) once) ';
/** `serial` may be told of as the serial number. */
const OF_A_KIND = '(?:(?:number|code|key|name|address) )?';

/** The words of a sentence between blanks, to look for names in; an e-mail is one. */
export function inWords(sentence: string): string {
  return ` ${words(sentence).join(' ')} `.replaceAll(' e mail ', ' email ');
}

/** The properties of a request of which the document says so, in words of a conflict or of the property itself. */
export function toldUnique(contract: Contract, called: ResourceOperation): string[] {
  const { operation, request } = called;
  const text = request && conflictText(contract, operation);
  if (!text) return [];
  const names = topLevelNames(request.properties.filter(({ types }) => compatible(types, ['string', 'number'])));
  const told = [...uniqueNames(names, text), ...namedOnce(called, text)];
  return names.filter(
    (name) =>
      told.includes(name) || describedIn(contract, request, name).some((sentence) => saysUnique(name, sentence)),
  );
}

/** `The order has a line with the product already`, `the product is already on the order`: each record below names another one once. */
function namedOnce(called: ResourceOperation, { ofResponse }: ConflictText): string[] {
  const { resource = '', path } = called;
  const inBody = requiredInBody(called);
  const last = (name: string) => words(name.split('.').at(-1) ?? '').at(-1) ?? '';
  const above = path.at(-1)?.resource ?? '';
  const clauses = ofResponse.flatMap((sentence) => sentence.split(/,? or |, /));
  return above === ''
    ? []
    : inBody.flatMap(({ at, resource: named }) => {
        const has = `(?:has|there is) (?:already )?an? ${last(resource)} (?:with|for|of) (?:the|this|that) ${last(named)}(?: already)?$`;
        const isOn = `^(?:the|this|that) ${last(named)} is already (?:on|in) (?:the|this|that) ${last(above)}$`;
        const says = new RegExp(`\\b${has}|${isOn}`);
        const isAlone = inBody.filter((each) => last(each.resource) === last(named)).length === 1;
        return isAlone && clauses.some((each) => says.test(each)) ? [at.slice(at.lastIndexOf('/') + 1)] : [];
      });
}

/** The sentences in which a request describes a property. */
export function describedIn({ document }: Contract, { schemas }: Representation, name: string): string[] {
  const place = { pointer: appendTokens('', name), direction: 'request' } as const;
  return textsOf(document, schemas, place).flatMap(sentencesOf);
}

const IS_UNIQUE = /\bunique(?:$|[,:)]| (?:among|across|within|per|in|for|by|over|and|or)\b)/;
/** Or of some records only: `for every request` of a key that repeats one, `within the last day`, `among the active ones`. */
const UNCERTAIN =
  /\b(?:not|no|never|if|unless|when|should|may|usually|requests?|last|hours?|days?|active|open|published|enabled|live)\b/;
const IDENTIFIER = /^(?:id|identifier|uuid|ref|reference)$/;

/** `Short key, unique among all projects`, `unique e-mail address`; not `unique identifier of the order`, as of what refers to one. */
export function saysUnique(name: string, sentence: string): boolean {
  const own = words(name).at(-1) ?? '';
  const nouns = /\bunique ([\w-]+(?: [\w-]+)?)/.exec(sentence)?.[1]?.replaceAll('-', '').split(' ');
  const isNamed = nouns?.includes(own) && !IDENTIFIER.test(own);
  return (isNamed || IS_UNIQUE.test(sentence)) && !UNCERTAIN.test(sentence);
}

/** Within what a value is unique: it may be that of several records. */
const IN_PART = /\b(?:within|per|in|for|by|across|over|together|combination|with|of)\b/;
const NOUN = /^(?:number|serial|sequence|code)$/;
const KIND = /^(?:serial|sequential|sequence|running|short|public|tracking)$/;

const assigned = new WeakMap<ResourceType, readonly string[]>();

/** Where records that are below no others show a number or a code that the service gives to each, and that the document calls unique: `number: Unique.` */
export function assignedUnique(contract: Contract, type: ResourceType, reader: ResourceOperation): readonly string[] {
  return assigned.get(type) ?? keep(assigned, type, readAssigned(contract, type, reader));
}

function readAssigned({ document }: Contract, type: ResourceType, reader: ResourceOperation): string[] {
  const { parent, operations } = type;
  const { response } = reader;
  if (parent !== undefined || !response) return [];
  const requested = operations.flatMap(({ request }) => request?.properties ?? []);
  const sent = new Set(requested.filter(({ readOnly }) => !readOnly).map(({ pointer }) => pointer));
  const isTold = (name: string, pointer: string) =>
    textsOf(document, response.schemas, { pointer, direction: 'response' })
      .flatMap(sentencesOf)
      .some((each) => saysUnique(name, each) && !IN_PART.test(each));
  return response.properties.flatMap(({ pointer, types, enumerated }) => {
    const name = topName(pointer);
    const isAssigned = !enumerated && !sent.has(pointer) && compatible(types, ['string', 'integer']);
    return name !== undefined && isAssigned && isOwnNumber(name, type) && isTold(name, pointer) ? [pointer] : [];
  });
}

/** `number`, `orderNumber` of an order, `serialNumber`; not `customerNumber`, which several orders have. */
function isOwnNumber(name: string, { words: type }: ResourceType): boolean {
  const [noun = '', ...kinds] = words(name).toReversed();
  return NOUN.test(noun) && kinds.every((each) => KIND.test(each) || type.includes(each));
}

/** `E-mail addresses are compared without regard to case`, of all records. */
const COMPARED = /^ \w+(?: \w+)? (?:is|are) compared /;
const IN_LISTS = /\b(?:search\w*|filter\w*|sort\w*|order\w*|quer\w+|log|sign|only|may|if|when|unless|except)\b/;

/** True if the document says of a conflict, or of a unique value, that values which differ in letter case alone are the same. */
export function ignoresCase(contract: Contract, called: ResourceOperation): boolean {
  const { operation, request } = called;
  const { general = [], ofResponse = [] } = conflictText(contract, operation) ?? {};
  const told = toldUnique(contract, called);
  const described = told.flatMap((name) => (request ? describedIn(contract, request, name) : []));
  const names = told.map((name) => ` ${words(name).join(' ')} `);
  const isAbout = (sentence: string) =>
    SAYS_CONFLICT.test(sentence) || TAKEN.test(sentence) || names.some((name) => inWords(sentence).includes(name));
  const isCompared = (sentence: string) => {
    const said = inWords(words(sentence).map(singular).join(' '));
    return COMPARED.test(inWords(sentence)) && names.some((name) => said.startsWith(name));
  };
  const ofAll = sentencesOf(textAt(contract.document, '/info')).filter(
    (each) => isCompared(each) && !IN_LISTS.test(each),
  );
  return [...general.filter(isAbout), ...ofResponse, ...described, ...ofAll].some(saysAnyCase);
}
