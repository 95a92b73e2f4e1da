import { parsePointer } from '../../../core/json/pointer.ts';
import type { Operation, Parameter } from '../../../core/model.ts';
import type { ResourceOperation, Role, SchemaProperty, VersionMark } from '../model.ts';
import { words } from '../names.ts';
import { compatible } from './schema-properties.ts';

/** Names of what counts the changes of a record; a `version` that is text may be that of a product. */
const COUNTED = /^(version|revision|rev|(lock|row|object)version)$/;
/** Names of what marks a state of a record in another way. */
const MARKED = /^(revision|rev|etag|(lock|row|object)version)$/;
const CHANGES: ReadonlySet<Role> = new Set(['update', 'patch', 'delete', 'action']);

type Described = Omit<ResourceOperation, 'references' | 'ownIdentifiers' | 'version' | 'gives'>;

/** Finds the property if a conflict is documented; `others` are all operations of the type. */
export function versionMark(
  { operation, role, scope, request, patch }: Described,
  others: readonly Described[],
): VersionMark | undefined {
  if (!request || scope === 'collection' || patch === 'json-patch' || !CHANGES.has(role)) return undefined;
  if ((operation.response(409) ?? operation.response(412)) === undefined) return undefined;
  const read = others.find((each) => each.role === 'read' && each.scope !== 'collection');
  const shown = read?.response?.properties ?? [];
  const found = request.properties.find(
    (sent) => marksVersion(sent) && shown.some((each) => each.pointer === sent.pointer && marksVersion(each)),
  );
  if (!found) return undefined;
  const takes = (each: Described) => each.request?.properties.some(({ pointer }) => pointer === found.pointer);
  const isCreated = others.some((each) => each.role === 'create' && takes(each));
  return { at: request.envelope + found.pointer, locks: found.required && !isCreated };
}

/** The header parameter that takes the entity tag of the record (RFC 9110 section 13.1.1). */
export function entityTagParameter({ parameters }: Operation): Parameter | undefined {
  return parameters.find(({ in: place, name }) => place === 'header' && name.toLowerCase() === 'if-match');
}

function marksVersion({ pointer, types }: SchemaProperty): boolean {
  const [name = '', ...inner] = parsePointer(pointer);
  const key = words(name).join('');
  const isCounted = COUNTED.test(key) && compatible(types, ['integer']) && !types.includes('string');
  return inner.length === 0 && (isCounted || (MARKED.test(key) && compatible(types, ['string'])));
}
