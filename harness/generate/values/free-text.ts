import { words } from '../../openapi/resources/names.ts';
import { isNaturalKey } from '../../openapi/resources/references/identifying.ts';
import { type EffectiveSchema, firstKeyword } from '../../openapi/schema/effective-schema.ts';
import { looksLikeIdentifier } from './identifier-names.ts';

/** Names of texts that services write in one letter case, shorten or look up. */
const NORMALIZED =
  /^(e?mail|phone|mobile|fax|url|uri|link|website|homepage|host|domain|ip|login|user|nick|nickname|tag|tags|label|labels|keyword|keywords|category|categories|color|colour|currency|country|region|language|lang|locale|timezone|zone|unit|state|status|type|kind|role|plate|vin|iban|bic|zip|postcode|postal|isbn|ean|hash|path|file|filename|extension|permission|scope|topic|version|token|secret|password|pin|cron|expression|regex|query|filter|template|icon|image|avatar|photo|picture|reference)$/;

/** True for text that means the same to nobody in other letters: a title, a description, a note. */
export function isFreeText(schema: EffectiveSchema, name: string): boolean {
  const isTyped = ['format', 'pattern', 'enum', 'const', 'contentEncoding', 'contentMediaType'].some(
    (keyword) => firstKeyword(schema, keyword) !== undefined,
  );
  if (isTyped || schema.alternatives.length > 0 || looksLikeIdentifier(name)) return false;
  const list = words(name);
  const last = list.at(-1) ?? '';
  if (last === 'name') return !NORMALIZED.test(list.at(-2) ?? '');
  return !isNaturalKey(name) && !NORMALIZED.test(last);
}
