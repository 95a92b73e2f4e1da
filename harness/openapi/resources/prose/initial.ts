import { parsePointer } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { Contract } from '../../contract.ts';
import { allowsNumbers } from '../../schema/instance-types.ts';
import type { Representation, SchemaProperty } from '../model.ts';
import { words } from '../names.ts';
import { textsOf } from '../text-at.ts';
import { sentencesOf } from './conflicts.ts';

const VALUE = '(0|zero|true|false)';
const NEW = '(?:an?|the|each|every|any|all)? ?(?:new|newly created)';
/** `0 for a new product`, `a new account has 0`, `initially false`. */
const TOLD = [
  new RegExp(`\\b${VALUE} (?:for|in|of) ${NEW} \\w+`),
  new RegExp(`\\b${NEW} \\w+ (?:has|have|is|are|starts with|starts at|begins with|begins at) ${VALUE}\\b`),
  new RegExp(`\\binitially ${VALUE}\\b|\\b${VALUE} initially\\b`),
];
/** What is not always so. */
const UNCERTAIN = /\b(?:if|when|while|unless|usually|may|might|can|could|should|not|never|most|some|except)\b/;
/** What goes on by itself. */
const ONGOING = /\b(?:progress|percent|percentage|attempts?|retries|retry|elapsed|age)\b/;

/** The number, or the switch, with which the document says that a record begins, where only the service sets it. */
export function toldInitial(
  { document }: Pick<Contract, 'document'>,
  { schemas, properties }: Pick<Representation, 'schemas' | 'properties'>,
  pointer: string,
): JsonValue | undefined {
  const property = pointer.includes('/*') ? undefined : properties.find((each) => each.pointer === pointer);
  return property && initialIn(textsOf(document, schemas, { pointer, direction: 'response' }).join('\n'), property);
}

export function initialIn(
  text: string,
  { pointer, types }: Pick<SchemaProperty, 'pointer' | 'types'>,
): JsonValue | undefined {
  if (ONGOING.test(words(parsePointer(pointer).at(-1) ?? '').join(' '))) return undefined;
  for (const sentence of sentencesOf(text).filter((each) => !UNCERTAIN.test(each))) {
    const found = TOLD.map((each) => each.exec(sentence)?.slice(1).find(Boolean)).find(Boolean);
    const isNumber = found === '0' || found === 'zero';
    if (isNumber && allowsNumbers(types)) return 0;
    if (found !== undefined && !isNumber && types.includes('boolean')) return found === 'true';
  }
  return undefined;
}
