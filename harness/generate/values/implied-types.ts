import type { EffectiveSchema } from '../../openapi/schema/effective-schema.ts';
import type { TypeName } from '../../openapi/schema/instance-types.ts';
import { KEYWORDS_OF_TYPES } from '../../openapi/schema/keywords-of-types.ts';

/** Returns the type that the keywords of a schema without `type` apply to; empty if it has no such keywords. */
export function impliedTypes({ schemas }: Pick<EffectiveSchema, 'schemas'>): readonly TypeName[] {
  const isUsed = (keyword: string) => schemas.some(({ schema }) => schema[keyword] !== undefined);
  const implied = KEYWORDS_OF_TYPES.find(([, keywords]) => keywords.some(isUsed));
  return implied ? [implied[0]] : [];
}
