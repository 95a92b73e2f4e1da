import { topName, words } from '../names.ts';
import type { InferredOperation } from '../operations/read-operation.ts';
import type { ReferenceTarget } from './reference-matcher.ts';

/** Whether the lines that a record shows are its own: those of an order are not the items of a cart. */
export function isOfAnother(
  { parent, around }: ReferenceTarget,
  { resource, path }: InferredOperation,
  name: readonly string[],
) {
  const above = around ?? parent;
  const isNear = resource === above || path.some((each) => each.resource === above);
  return above !== undefined && !isNear && /^(items?|lines?|entry|entries|positions?) id$/.test(name.join(' '));
}

/** Whether a record is a mail, whose `replyTo` is an address: it has a subject or other addresses beside it. */
export function isMail({ request, response }: InferredOperation): boolean {
  const properties = [...(request?.properties ?? []), ...(response?.properties ?? [])];
  return properties.some(({ pointer }) =>
    /^(subject|from|to|cc|bcc|e ?mail)$/.test(words(topName(pointer) ?? '').join(' ')),
  );
}
