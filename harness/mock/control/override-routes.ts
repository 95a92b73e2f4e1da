import { InputError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/model.ts';
import { type ControlRoutes, NotFoundError } from './control-types.ts';
import type { Override } from './overrides.ts';
import { FieldReader } from './read-fields.ts';
import { readOverride } from './read-override.ts';
import { documentPathOf, findOperation } from './served-document.ts';

const FIELDS = [
  'operation',
  'status',
  'headers',
  'body',
  'items',
  'intervalMs',
  'example',
  'delayMs',
  'abort',
  'times',
];
const MAX_TIMES = 1_000_000;

/** Responses in place of the mock's own. */
export const OVERRIDE_ROUTES: ControlRoutes = {
  'GET overrides': ({ overrides, documents }) => overrides.all.map(describer(documents.length)),
  'POST overrides': ({ overrides, documents }, { body }) => {
    const fields = new FieldReader(body(), FIELDS);
    const operation = fields.string('operation');
    if (operation === undefined) throw new InputError('operation is required: an operationId, METHOD /path, or *');
    const respond = readOverride(fields);
    return describer(documents.length)(
      overrides.add(documents, operation, respond, fields.number('times', 1, MAX_TIMES)),
    );
  },
  'DELETE overrides': ({ overrides, documents }, { path: [id], query }) => {
    const operation = query.get('operation');
    if (id !== undefined && !overrides.remove(Number(id))) throw new NotFoundError(`there is no override ${id}`);
    if (id === undefined) overrides.reset(operation === undefined ? undefined : findOperation(documents, operation));
    return undefined;
  },
};

/** Names the document too, if there are several. */
function describer(documentCount: number): (override: Override) => JsonObject {
  return (override) => ({
    ...describeOverride(override),
    ...(documentCount > 1 && override.document ? { document: documentPathOf(override.document) } : {}),
  });
}

function describeOverride({ id, operation, respond, remaining }: Override): JsonObject {
  const base = { id, operation: operation ?? '*', times: remaining ?? null };
  if (typeof respond === 'function') return { ...base, handler: true };
  const { status, headers, body, items, intervalMs, example, delayMs, abort } = respond;
  return {
    ...base,
    ...(status === undefined ? {} : { status }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
    ...(body === undefined || body instanceof Uint8Array ? {} : { body }),
    ...(items === undefined ? {} : { items: [...items] }),
    ...(intervalMs === undefined ? {} : { intervalMs }),
    ...(example === undefined ? {} : { example }),
    ...(delayMs === undefined ? {} : { delayMs }),
    ...(abort === undefined ? {} : { abort }),
  };
}
