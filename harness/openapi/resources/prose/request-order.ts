import type { Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { effectiveSchema } from '../../schema/effective-schema.ts';
import { textAt } from '../text-at.ts';
import { sentencesAbout, sentencesOf } from './conflicts.ts';

const IN_ORDER =
  /\b(?:in|have|has|keeps?|follows?) the (?:same )?order (?:of|as in|in) (?:the|your|this) request\b|\bin the same order as (?:(?:in )?the request|(?:they were )?(?:sent|submitted))\b|\bin the order in which they were (?:sent|submitted)\b/;
const UNCERTAIN =
  /\b(?:not|no|never|may|might|can|could|usually|if|unless|except|processed|validated|executed|applied)\b/;

/** True if the document says that a response has the records in the order of the request: `The new products, in the order of the request`. */
export function keepsRequestOrder(document: OpenApiDocument, operation: Operation): boolean {
  const successes = operation.responses.filter(({ key }) => key.startsWith('2'));
  const schemas = successes.flatMap(({ content }) => content.flatMap(({ schema }) => schema ?? []));
  const inside = schemas.flatMap((schema) => [
    schema,
    ...[...effectiveSchema(document, schema, 'response').properties.values()].flat(),
  ]);
  const told = [...successes.map(({ pointer }) => pointer), ...inside].flatMap((at) =>
    sentencesOf(textAt(document, at)),
  );
  return [...told, ...sentencesAbout(document, operation)].some((each) => IN_ORDER.test(each) && !UNCERTAIN.test(each));
}
