import type {
  Identifier,
  IdentifierBinding,
  ResourceModel,
  ResourceOperation,
  ResourceType,
} from '../openapi/resources/model.ts';
import type { Paging } from '../openapi/resources/operations/page-facts.ts';

type Row = readonly string[];

/** The resource model as text, each guess with its reason. */
export function formatResources({ types, operations }: ResourceModel): string {
  const rest = [...operations.values()].filter(({ resource }) => resource === undefined);
  return [
    'Resources: inferred from paths, schemas and links; `resources` in contract.yaml corrects them',
    ...(types.length > 0 ? types.map(formatType) : ['  none']),
    ...(rest.length > 0 ? [['no resource type', ...table(rest.map(operationRow), 2)].join('\n')] : []),
  ].join('\n\n');
}

function formatType(type: ResourceType): string {
  const { name, singleton, item, collection, parent, reason, identifiers, operations } = type;
  const facts: Row[] = [
    ['item', item ?? 'none', reason],
    ...(collection === undefined ? [] : [['collection', collection]]),
    ...(parent === undefined ? [] : [['parent', parent]]),
  ];
  return [
    `${name}${singleton ? ' (singleton)' : ''}`,
    ...table(facts, 2),
    ...identifiers.flatMap(formatIdentifier),
    ...section('operations', operations.map(operationRow)),
    ...section('references', operations.flatMap(referenceRows)),
    ...section('version of the record', operations.flatMap(versionRows)),
    ...section('set by the service', serverSetRows(type)),
    ...section('paging', operations.flatMap(pagingRows)),
  ].join('\n');
}

function formatIdentifier({ name, bindings, sameAs }: Identifier): string[] {
  const same = sameAs && ['', `${sameAs.identifier} of ${sameAs.resource}`, 'its values identify the other type'];
  const rows = [...(same ? [same] : []), ...bindings.map(bindingRow)];
  const none = ['', 'nowhere', 'give a value, or correct `create` or `id`'];
  return section(`identifier ${name}`, rows.length > 0 ? rows : [none]);
}

function bindingRow({ source, operation, from, reason }: IdentifierBinding): Row {
  return [source, `${formatSource(from)} of ${operation}`, reason];
}

function formatSource(from: IdentifierBinding['from']): string {
  switch (from.in) {
    case 'response body':
      return from.items === undefined ? from.pointer || 'the body' : `${from.items}/*${from.pointer}`;
    case 'response header':
      return `header ${from.name}`;
    case 'request body':
      return `request ${from.pointer}`;
    case 'request parameter':
      return `${from.parameter.in} parameter ${from.parameter.name}`;
    case 'location':
      return 'Location';
    case 'constant':
      return `constant ${String(from.value)}`;
    case 'expression':
      return from.expression;
  }
}

function operationRow({ role, creates, filtered, ends, operation, reason }: ResourceOperation): Row {
  const notes = [creates && role !== 'create' && 'creates', filtered && 'filtered', ends && `ends the ${ends}`];
  const id = operation.id === `${operation.method} ${operation.path}` ? [] : [operation.id];
  const name = [...id, operation.method, operation.path].join(' ');
  return [[role, ...notes.filter(Boolean)].join(', '), name, reason];
}

function referenceRows({ operation, references }: ResourceOperation): Row[] {
  return references.map(({ in: place, at, resource, required, many, reason }) => {
    const notes = [required && 'required', many && 'several'].filter(Boolean).join(', ');
    return [operation.id, `${place} ${at} -> ${resource}${notes && ` (${notes})`}`, reason];
  });
}

function versionRows({ operation, version }: ResourceOperation): Row[] {
  return version === undefined
    ? []
    : [[operation.id, `body ${version.at}`, 'as a read shows it; another is a conflict']];
}

/** The properties that the service sets, by the reason. */
function serverSetRows({ properties }: ResourceType): Row[] {
  const byReason = new Map<string, string[]>();
  for (const { pointer, serverSet } of properties) {
    if (serverSet === undefined || pointer.endsWith('/*')) continue;
    byReason.set(serverSet, [...(byReason.get(serverSet) ?? []), pointer]);
  }
  return [...byReason].map(([reason, pointers]) => ['', pointers.join(', '), reason]);
}

function pagingRows({ operation, paging }: ResourceOperation): Row[] {
  if (paging === undefined || (paging.style === 'none' && !paging.total && !paging.next)) return [];
  return [[operation.id, describePaging(paging)]];
}

function describePaging({ style, position, first, size, items, total, next }: Paging): string {
  return [
    position && `${style} by ${position}${first === undefined ? '' : ` from ${first}`}`,
    size && `size ${size}`,
    `items in ${items || 'the body'}`,
    total && `total in ${total.at}`,
    next && `next ${next.kind} in ${next.at}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function section(title: string, rows: readonly Row[]): string[] {
  return rows.length > 0 ? [`  ${title}`, ...table(rows, 4)] : [];
}

const MAX_WIDTH = 60;

/** Columns of equal width except the last; an empty first column takes no room. */
function table(rows: readonly Row[], indent: number): string[] {
  const widths = [0, 1].map((column) =>
    Math.min(MAX_WIDTH, Math.max(...rows.map((row) => (column < row.length - 1 ? (row[column] ?? '').length : 0)))),
  );
  return rows.map((row) => {
    const cells = row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell));
    return `${' '.repeat(indent)}${cells.filter((cell) => cell !== '').join('  ')}`.trimEnd();
  });
}
