import { parsePointer } from '../../../core/json/pointer.ts';
import type { Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import type { SchemaProperty } from '../model.ts';
import { singular, words } from '../names.ts';
import { isOrderParameter } from '../operations/ordering.ts';
import { textAt } from '../text-at.ts';
import { sentencesOf } from './conflicts.ts';

const NUMERIC =
  /^(?:the )?([\w ]+?) (?:are|is) (?:ordered|sorted|compared) (?:as (?:decimal )?numbers|numerically|by (?:their|its) (?:numeric|numerical) value)\b/;
const UNCERTAIN = /\b(?:if|when|unless|not|never|may|might|can|could|should|or|except|only)\b/;

/** True for a property whose texts are in the order of numbers, as a list or its parameter for the order says: `Prices are ordered as numbers`. */
export function saysNumeric(
  document: OpenApiDocument,
  { pointer, parameters }: Operation,
  { pointer: at, types }: SchemaProperty,
): boolean {
  if (!types.every((type) => type === 'string' || type === 'null')) return false;
  const places = [pointer, ...parameters.filter(({ name }) => isOrderParameter(name)).map((each) => each.pointer)];
  const name = normalized(parsePointer(at).at(-1) ?? '');
  return places
    .flatMap((place) => sentencesOf(textAt(document, place)))
    .some((each) => !UNCERTAIN.test(each) && normalized(NUMERIC.exec(each)?.[1] ?? '') === name);
}

function normalized(name: string): string {
  return words(name).map(singular).join(' ');
}
