import { parsePointer } from '../../../core/json/pointer.ts';
import { allowsNumbers } from '../../schema/instance-types.ts';
import type { ResourceProperty, SchemaProperty } from '../model.ts';
import { words } from '../names.ts';

/** When a service sets a property: at the creation of a record, at each change, counting its changes, or as a tag of each state. */
export type SetWhen = 'created' | 'updated' | 'counted' | 'tagged';

const CREATED =
  /^(created|inserted|added|registered|submitted)(at|on|date|time|timestamp)?$|^(creation|create|insert)(date|time)$|^date(created|added)$/;
const UPDATED =
  /^(updated|modified|changed|lastmodified|lastupdated|lastchanged)(at|on|date|time|timestamp)?$|^(update|modification)(date|time)$|^date(updated|modified)$|^timestamp$/;
const COUNTED = /^(version|revision|rev|lockversion|objectversion)$/;
const TAGGED = /^(etag|entitytag)$/;

/** When the service sets a property by itself; undefined if it does not, or not in this way. */
export function setWhen(
  { pointer, types, format }: SchemaProperty,
  of: ResourceProperty | undefined,
): SetWhen | undefined {
  if (of?.serverSet === undefined || pointer.includes('/*')) return undefined;
  const name = words(parsePointer(pointer).at(-1) ?? '').join('');
  const isNumber = allowsNumbers(types);
  if (COUNTED.test(name)) return types.includes('integer') ? 'counted' : undefined;
  if (TAGGED.test(name)) return types.includes('string') ? 'tagged' : undefined;
  if (!isNumber && format !== 'date-time' && format !== 'date') return undefined;
  return CREATED.test(name) ? 'created' : UPDATED.test(name) ? 'updated' : undefined;
}
