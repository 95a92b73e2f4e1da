import { stringifyJson } from '../../core/json/index.ts';
import type { JsonObject } from '../../core/model.ts';
import type { StoredRecord } from '../../mock/world/records/stored-record.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { alterText, texts } from './plain-text.ts';
import { assign, isSuccess, type RecordBehavior, type RecordExchange } from './record-mutation.ts';
import { type FindOperation, operationWith, patches, type RecordMutator, reads, replaces } from './record-mutator.ts';
import { always, TRIGGERS } from './triggers.ts';

/** A record that a request changed, with its value before. */
export interface Changed {
  readonly types: TypeWorld;
  readonly record: StoredRecord;
  readonly old: JsonObject;
  readonly exchange: RecordExchange;
}

/** A behavior after a successful request about a record. */
export function afterSuccess(
  operation: ResourceOperation,
  isDue: (record: StoredRecord) => boolean,
  act: (changed: Changed) => void,
): RecordBehavior {
  return {
    after: (exchange, response) => {
      const { record, types, before } = exchange;
      const old = record && before.get(record);
      if (exchange.operation === operation && record && old && isSuccess(response) && isDue(record))
        act({ types, record, old, exchange });
      return undefined;
    },
  };
}

const restore = ({ types, record, old }: Changed): void => assign(types, record, old);

/** Alters a text of a record that the request is not about. */
function alterAnother({ types, record, exchange: { before } }: Changed): void {
  const other = [...before.keys()].findLast((each) => each !== record && each.scope === record.scope);
  if (other) alterText(types, other);
}

/** Gives the record back the texts that were not sent. */
function merge({ types, record, old, exchange: { sent = {} } }: Changed): void {
  // A short text may be a default that the document does not give.
  const absent = texts(types, old).filter(([name, text]) => text.length >= 6 && !Object.hasOwn(sent, name));
  assign(types, record, { ...record.value, ...Object.fromEntries(absent) });
}

/** Drops a text that was not sent. */
function dropAbsent({ types, record, exchange: { sent = {} } }: Changed): void {
  const [name] = texts(types, record.value).find(([each]) => !Object.hasOwn(sent, each)) ?? [];
  if (name === undefined) return;
  const { [name]: _, ...rest } = record.value;
  assign(types, record, rest);
}

/** Gives the record back what was set to null (RFC 7396 section 2). */
function keepRemoved({ types, record, old, exchange: { sent = {} } }: Changed): void {
  const kept = Object.entries(old).filter(([name, value]) => value !== null && sent[name] === null);
  assign(types, record, { ...record.value, ...Object.fromEntries(kept) });
}

export const readableAnd = (find: FindOperation) => (types: TypeWorld) => reads(types) && find(types);

/** Mutants that break updates. */
export const UPDATE_MUTATORS: readonly RecordMutator[] = [
  {
    check: 'update-is-visible',
    description: 'does not store a PUT',
    triggers: TRIGGERS,
    operationOf: readableAnd(replaces),
    behavior: (_, operation, isDue) => afterSuccess(operation, isDue, restore),
  },
  {
    check: 'update-is-visible',
    description: 'does not store a PATCH',
    triggers: TRIGGERS,
    operationOf: readableAnd(patches),
    behavior: (_, operation, isDue) => afterSuccess(operation, isDue, restore),
  },
  {
    check: 'put-replaces',
    description: 'keeps what a PUT does not have',
    triggers: [always],
    operationOf: readableAnd(replaces),
    behavior: (_, operation, isDue) => afterSuccess(operation, isDue, merge),
  },
  {
    check: 'put-is-idempotent',
    description: 'changes a record by the same PUT a second time',
    triggers: [always],
    operationOf: readableAnd(replaces),
    behavior: (_, operation, isDue) => {
      let last = '';
      return afterSuccess(operation, isDue, ({ types, record, exchange: { sent, request } }) => {
        const text = `${request.path} ${stringifyJson(sent ?? null)}`;
        if (text === last) alterText(types, record);
        last = text;
      });
    },
  },
  {
    check: 'read-back-is-accepted',
    description: 'rejects a PUT of the texts that are stored',
    triggers: [always],
    operationOf: readableAnd(replaces),
    behavior: (types, operation, isDue) => ({
      before: ({ operation: own, sent, record, isRejected }) => {
        if (own !== operation || !record || !sent || isRejected) return undefined;
        const stored = texts(types, record.value);
        const isSame = stored.length > 0 && stored.every(([name, text]) => sent[name] === text);
        return isSame && isDue(record) ? 400 : undefined;
      },
    }),
  },
  {
    check: 'patch-is-partial',
    description: 'drops what a PATCH does not have',
    triggers: [always],
    operationOf: readableAnd(patches),
    behavior: (_, operation, isDue) => afterSuccess(operation, isDue, dropAbsent),
  },
  {
    check: 'others-are-untouched',
    description: 'changes another record by a PUT',
    triggers: TRIGGERS.filter(({ description }) => !description.includes('first record')),
    operationOf: readableAnd(replaces),
    behavior: (_, operation, isDue) => afterSuccess(operation, isDue, alterAnother),
  },
  {
    check: 'others-are-untouched',
    description: 'changes another record by a PATCH',
    triggers: [always],
    operationOf: readableAnd(patches),
    behavior: (_, operation, isDue) => afterSuccess(operation, isDue, alterAnother),
  },
  {
    check: 'rejected-changes-nothing',
    description: 'stores texts of an update that it rejects',
    triggers: [always],
    operationOf: (types) => reads(types) && (replaces(types) ?? patches(types)),
    behavior: (types, operation, isDue) => ({
      after: ({ operation: own, record, sent, isRejected }) => {
        if (own === operation && record && sent && isRejected && isDue(record))
          assign(types, record, { ...record.value, ...Object.fromEntries(texts(types, sent)) });
        return undefined;
      },
    }),
  },
  {
    check: 'identity-is-stable',
    description: 'takes readOnly times from a PUT',
    triggers: [always],
    operationOf: readableAnd(replaces),
    behavior: (_, operation, isDue) =>
      afterSuccess(operation, isDue, ({ types, record, exchange: { sent = {} } }) => {
        const times = types.type.properties.flatMap(({ pointer, readOnly }) => {
          const value = readOnly ? sent[pointer.slice(1)] : undefined;
          return typeof value === 'string' ? [[pointer.slice(1), value] as const] : [];
        });
        assign(types, record, { ...record.value, ...Object.fromEntries(times) });
      }),
  },
  {
    check: 'update-is-visible',
    description: 'does not store a JSON Patch',
    triggers: [always],
    operationOf: readableAnd((types) =>
      operationWith(types, ({ patch, scope }) => patch === 'json-patch' && scope === 'item'),
    ),
    behavior: (_, operation, isDue) => afterSuccess(operation, isDue, restore),
  },
  {
    check: 'update-is-visible',
    description: 'keeps what a merge patch removes by null',
    triggers: [always],
    operationOf: readableAnd((types) =>
      operationWith(types, ({ patch, scope }) => patch === 'merge' && scope === 'item'),
    ),
    behavior: (_, operation, isDue) => afterSuccess(operation, isDue, keepRemoved),
  },
];
