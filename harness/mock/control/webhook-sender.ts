import { webhooksOf } from '../../openapi/callbacks.ts';
import type { CallbackSender } from '../callbacks/callback-sender.ts';
import type { ControlledDocument } from './control-types.ts';
import { severalDocuments } from './documents-state.ts';

/**
 * Returns what sends a webhook: the sender of the document that has it, or else of the first, which says that it is unknown.
 * @returns undefined if the mock sends none
 * @throws {InputError} for a webhook of several documents
 */
export function senderOf(documents: readonly ControlledDocument[], name: string): CallbackSender | undefined {
  const found = documents.filter(({ contract }) => webhooksOf(contract).some((webhook) => webhook.name === name));
  if (found.length > 1) throw severalDocuments(found, `a webhook ${name}`);
  return (found[0] ?? documents[0])?.callbacks;
}
