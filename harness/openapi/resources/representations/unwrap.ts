import { appendTokens, escapeToken } from '../../../core/json/pointer.ts';
import type { Direction } from '../../../core/model.ts';
import { hasIdentity, isIdentifiedEnvelope, isItemEnvelope, isMetadata, isNamedAfter } from './envelopes.ts';
import type { SchemaReader } from './schema-properties.ts';
import { isScalar, type SchemaView } from './schema-view.ts';

/** A record in a body, or in each item of a list. */
export interface FoundRecord {
  /** JSON Pointer; empty if there is no envelope. */
  readonly envelope: string;
  readonly view: SchemaView;
  /** What is around the record, if an identifier is beside it. */
  readonly beside?: SchemaView;
}

/** Finds the record in its envelope, if it has one. `resource` is the name of the resource type, in words. */
export function unwrap(
  reader: SchemaReader,
  view: SchemaView,
  direction: Direction,
  resource: readonly string[],
  inList: boolean,
): FoundRecord {
  const names = [...view.properties.keys()];
  if (hasIdentity(names)) return unwrapIdentified(reader, view, direction) ?? { envelope: '', view };
  const isAlone = inList || names.filter((name) => !isMetadata(name)).length === 1;
  // A message of `/messages` is no metadata.
  for (const name of names.filter((each) => !isMetadata(each) || isNamedAfter(each, resource))) {
    const isNamed = isNamedAfter(name, resource);
    if (!isNamed && !(isAlone && isItemEnvelope(name, inList))) continue;
    const inner = reader.property(view, name, direction);
    if (!isObject(inner)) continue;
    return (isNamed ? undefined : unwrapNamed(reader, name, inner, direction, resource)) ?? within(name, inner);
  }
  const isWhole = direction === 'response' && !inList;
  return (isWhole ? unwrapAmongScalars(reader, view) : undefined) ?? { envelope: '', view };
}

/** `{ data: { account: { id, ... } } }`: an object named after the type in one with a general name, with its identifier or alone there. */
function unwrapNamed(
  reader: SchemaReader,
  outer: string,
  view: SchemaView,
  direction: Direction,
  resource: readonly string[],
): FoundRecord | undefined {
  const names = [...view.properties.keys()];
  if (hasIdentity(names)) return undefined;
  for (const name of names.filter((each) => isNamedAfter(each, resource))) {
    const inner = reader.property(view, name, direction);
    if (!isObject(inner) || !(names.length === 1 || hasIdentity(inner.properties.keys()))) continue;
    return { envelope: appendTokens('', outer, name), view: inner };
  }
  return undefined;
}

/** `{ id, result: { ... } }`: nothing but an identifier beside the record. */
function unwrapIdentified(reader: SchemaReader, view: SchemaView, direction: Direction): FoundRecord | undefined {
  const [name, ...others] = [...view.properties.keys()].filter((each) => !isMetadata(each) && !hasIdentity([each]));
  if (name === undefined || others.length > 0 || !isIdentifiedEnvelope(name)) return undefined;
  const inner = reader.property(view, name, direction);
  return isObject(inner) ? { ...within(name, inner), beside: view } : undefined;
}

/** `{ operation: 'add', service: 'x', data: { id, ... } }`: texts and numbers around an object that alone has an identifier. */
function unwrapAmongScalars(reader: SchemaReader, view: SchemaView): FoundRecord | undefined {
  const payload = [...view.properties.keys()].filter((name) => !isMetadata(name));
  const views = payload.map((name) => ({ name, inner: reader.property(view, name, 'response') }));
  const [found, ...others] = views.filter(({ inner }) => !inner || !isScalar(inner));
  if (!found || others.length > 0 || !isIdentifiedEnvelope(found.name)) return undefined;
  const { name, inner } = found;
  return isObject(inner) && hasIdentity(inner.properties.keys()) ? within(name, inner) : undefined;
}

function within(name: string, view: SchemaView): FoundRecord {
  return { envelope: `/${escapeToken(name)}`, view };
}

function isObject(view: SchemaView | undefined): view is SchemaView {
  return view?.types.includes('object') === true && view.properties.size > 0;
}
