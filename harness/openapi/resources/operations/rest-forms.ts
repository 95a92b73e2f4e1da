import type { Operation } from '../../../core/model.ts';
import { groupBy } from '../../../core/util/group-by.ts';
import type { SchemaProperty } from '../model.ts';
import { singularWords, words } from '../names.ts';
import { identifyingProperty, keyProperty } from '../references/identifying.ts';
import type { RepresentationReader } from '../representations/representation.ts';
import { type Deed, type DeedPath, deedPath } from './deeds.ts';

/** An operation as REST would write it: `POST /lists.update` as `PATCH /lists/{id}`. */
export interface RestForm {
  /** With another method and path; all else is its own. */
  readonly operation: Operation;
  /** Where the request has what the path names, by the name of the parameter; all others are in its own path. */
  readonly places: ReadonlyMap<string, IdentifierPlace>;
}

/** A query parameter, or a property of the body by its JSON Pointer. */
export interface IdentifierPlace {
  readonly in: 'query' | 'body';
  readonly at: string;
}

/** Reads operations whose paths name what they do; all others are as they are. */
export function restForms(operations: readonly Operation[], reader: RepresentationReader): RestForm[] {
  const parsed = operations.map((operation) => ({ operation, path: deedPath(operation.path) }));
  const subjects = knownSubjects(parsed);
  const taken = new Set(operations.map(addressOf));
  return parsed.map(({ operation, path }) => {
    const own = { operation, places: NO_PLACES };
    if (!path || !subjects.has(subjectKey(path.subject))) return own;
    const form = restForm(operation, path, reader);
    // Where a document has both, the path without a verb is the record's.
    if (!form || taken.has(addressOf(form.operation))) return own;
    taken.add(addressOf(form.operation));
    return form;
  });
}

type Parsed = { readonly operation: Operation; readonly path: DeedPath | undefined };

const NO_PLACES: RestForm['places'] = new Map();
const SENDING = new Set(['POST', 'PUT', 'PATCH']);
/** The methods by which a deed is done. */
const METHODS: Readonly<Record<Deed, ReadonlySet<string>>> = {
  create: new Set(['POST', 'PUT']),
  read: new Set(['GET', 'POST']),
  list: new Set(['GET', 'POST']),
  update: SENDING,
  delete: new Set(['DELETE', 'POST']),
};

/** Subjects to which more than one thing is done; a single verb may well be a name. */
function knownSubjects(parsed: readonly Parsed[]): ReadonlySet<string> {
  const named = parsed.flatMap(({ operation: { method }, path }) =>
    path?.deed && METHODS[path.deed].has(method) ? [{ key: subjectKey(path.subject), deed: path.deed }] : [],
  );
  const plain = new Set(parsed.flatMap(({ operation, path }) => (path?.deed ? [] : [subjectKey(operation.path)])));
  const groups = [...groupBy(named, ({ key }) => key)].filter(([key, deeds]) => {
    const isPlain = plain.has(key);
    return new Set(deeds.map(({ deed }) => deed)).size > (isPlain ? 0 : 1);
  });
  return new Set(groups.map(([key]) => key));
}

/** Of a subject and of one of its records alike. */
function subjectKey(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}').replace(/\/\{\}$/, '');
}

function addressOf({ method, path }: Operation): string {
  return `${method} ${path.replaceAll(/\{[^{}]*\}/g, '{}')}`;
}

function restForm(operation: Operation, path: DeedPath, reader: RepresentationReader): RestForm | undefined {
  const { method } = operation;
  const { subject, deed, name, rest } = path;
  const noun = singularWords(
    words(
      subject
        .replace(/\/\{[^{}]+\}$/, '')
        .split('/')
        .at(-1) ?? '',
    ),
  );
  const written = (verb: string, template: string, places = NO_PLACES): RestForm => ({
    operation: { ...operation, method: verb, path: template },
    places,
  });
  if (deed && !METHODS[deed].has(method)) return undefined;
  if (deed === 'create') return rest === '' ? written('POST', subject) : undefined;
  // `POST /messages/read-all` marks them as read, and gives none.
  const isReading = deed === 'read' || deed === 'list';
  const given = reader.list(operation, noun) ?? reader.response(operation, noun);
  if (isReading && method === 'POST' && given === undefined) return undefined;
  const isList = deed === 'list' || (deed === 'read' && rest === '' && reader.list(operation, noun) !== undefined);
  if (isList) return rest === '' ? written(method === 'POST' ? 'QUERY' : 'GET', subject) : undefined;
  const item = itemOf(operation, path, noun, reader);
  if (!item) return undefined;
  if (deed === undefined) return SENDING.has(method) ? written('POST', `${item.path}/${name}`, item.places) : undefined;
  const isWhole = method === 'PUT' || (method === 'POST' && !isPartial(operation, noun, item.places, reader));
  const verb = deed === 'delete' ? 'DELETE' : deed === 'read' ? 'GET' : isWhole ? 'PUT' : 'PATCH';
  return written(verb, item.path, item.places);
}

/** The path of the record that an operation names in its path, its query or its body. */
function itemOf(
  operation: Operation,
  { subject, rest }: DeedPath,
  noun: readonly string[],
  reader: RepresentationReader,
): { readonly path: string; readonly places: RestForm['places'] } | undefined {
  if (rest !== '' || subject.endsWith('}')) return { path: subject + rest, places: NO_PLACES };
  const inQuery = operation.parameters.filter((each) => each.in === 'query').map((each) => asProperty(each, reader));
  const body = reader.request(operation, noun);
  const found =
    identifierIn(inQuery, noun) ??
    (body && (identifierIn(body.properties, noun, body.envelope) ?? identifierIn(body.identities, noun)));
  if (!found) return undefined;
  const name = found.at.split('/').at(-1) ?? '';
  const place = { in: inQuery.includes(found.property) ? 'query' : 'body', at: found.at } as const;
  const at = place.in === 'query' ? name : place.at;
  return { path: `${subject}/{${name}}`, places: new Map([[name, { ...place, at }]]) };
}

function asProperty(
  { name, schema, required }: Operation['parameters'][number],
  reader: RepresentationReader,
): SchemaProperty {
  const { types, format, enumerated, readOnly, writeOnly } = reader.schemas.view(schema ? [schema] : [], 'request');
  return { pointer: `/${name}`, types, format, required, enumerated, readOnly, writeOnly };
}

/** The `id` or `listId` of a list, else what is named `list` and required. */
function identifierIn(properties: readonly SchemaProperty[], noun: readonly string[], envelope = '') {
  const alike = identifyingProperty(properties, { name: noun.join('-'), types: ['string', 'integer'] }, noun);
  const property = keyProperty(properties, noun) ?? (alike?.required ? alike : undefined);
  return property && !property.enumerated ? { property, at: envelope + property.pointer } : undefined;
}

/** Whether a change may have some of the properties of a record only. */
function isPartial(
  operation: Operation,
  noun: readonly string[],
  places: RestForm['places'],
  reader: RepresentationReader,
): boolean {
  const own = new Set([...places.values()].map(({ at }) => at));
  const { properties = [], envelope = '' } = reader.request(operation, noun) ?? {};
  return properties.every(({ pointer, required }) => !required || own.has(envelope + pointer));
}
