import { isNumber } from '../../core/json/decimal.ts';
import { jsonEqual } from '../../core/json/equal.ts';
import { isObject } from '../../core/json/index.ts';
import { getAt, replaceAt } from '../../core/json/pointer.ts';
import type { JsonObject } from '../../core/model.ts';
import type { MockResponse } from '../../mock/types.ts';
import type { TypeWorld } from '../../mock/world/type-world.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceOperation } from '../../openapi/resources/model.ts';
import { topName } from '../../openapi/resources/names.ts';
import { bulkReference, deletesSeveral } from '../../openapi/resources/operations/bulk-actions.ts';
import { effectsOf, targetOf } from '../../openapi/resources/prose/target.ts';
import { isNamedAfter } from '../../runner/suites/stateful/rules/repeated-actions.ts';
import { isVolatile } from '../../runner/suites/stateful/steps/volatile.ts';
import { jsonOf, withBody } from '../json-response.ts';
import { assign, isSuccess, type RecordBehavior, type RecordExchange } from './record-mutation.ts';
import { creates, type FindOperation, operationWith, type RecordMutator, reads } from './record-mutator.ts';
import { always } from './triggers.ts';
import { afterSuccess, type Changed, readableAnd } from './update-mutators.ts';

/** An action on one record that shows it as a read does: another representation shows nothing that could be compared. */
const readableAction = (isMeant: (method: string) => boolean) =>
  readableAnd((types) => {
    const shown = reads(types)?.response?.schemas ?? [];
    return operationWith(
      types,
      ({ role, response, path, operation: { method } }) =>
        role === 'action' &&
        isMeant(method) &&
        path.some(({ resource }) => resource === types.type.name) &&
        (response?.schemas ?? []).some((schema) => shown.includes(schema)),
    );
  });
const doing = readableAction((method) => method === 'POST' || method === 'PUT');
const putting = readableAction((method) => method === 'PUT');
const counting: FindOperation = (types) => {
  const action = putting(types);
  return action && countsOf(types, action).length > 0 ? action : undefined;
};
const bulkAction = (isDeletion: boolean) =>
  readableAnd(
    (types) =>
      creates(types) &&
      operationWith(types, (each) => bulkReference(each) !== undefined && deletesSeveral(each) === isDeletion),
  );

/** The first action of which the document says in words that it raises or lowers a number of its record. */
function telling(types: TypeWorld, contract: Contract): ResourceOperation | undefined {
  return operationWith(types, ({ role, path, operation }) => {
    const isAboutOne = role === 'action' && path.some(({ resource }) => resource === types.type.name);
    return (
      isAboutOne &&
      effectsOf(contract, operation).some((effect) => {
        const shown = targetOf(effect, types.type, NONE_AROUND)?.property.types ?? [];
        return 'sign' in effect.change && shown.includes('integer');
      })
    );
  });
}

const NONE_AROUND: ReadonlyMap<string, TypeWorld> = new Map();

/** Mutants that break actions. */
export const ACTION_MUTATORS: readonly RecordMutator[] = [
  {
    check: 'action-is-visible',
    description: 'does not store an action',
    triggers: [always],
    operationOf: doing,
    behavior: (_, operation, isDue) => afterSuccess(operation, isDue, restoreExceptTimes),
  },
  {
    check: 'action-is-visible',
    description: 'responds to an action with the record as it was before',
    triggers: [always],
    operationOf: doing,
    behavior: (_, operation, isDue) => ({
      after: (exchange, response) => {
        const old = exchange.record && exchange.before.get(exchange.record);
        if (exchange.operation !== operation || !exchange.record || !old || !isSuccess(response)) return undefined;
        return isDue(exchange.record) ? showing(operation, response, old) : undefined;
      },
    }),
  },
  {
    check: 'action-is-visible',
    description: 'leaves the numbers that the document says an action changes',
    triggers: [always],
    operationOf: telling,
    behavior: (_, operation, isDue) => afterSuccess(operation, isDue, restoreNumbers),
  },
  {
    check: 'others-are-untouched',
    description: 'does an action to other records, too',
    triggers: [always],
    operationOf: doing,
    behavior: (_, operation, isDue) => afterSuccess(operation, isDue, changeOthers),
  },
  {
    check: 'put-is-idempotent',
    description: 'counts the same action again',
    triggers: [always],
    operationOf: counting,
    behavior: (_, operation, isDue) =>
      afterSuccess(operation, isDue, ({ types, record }) => {
        const counts = countsOf(types, operation).map(
          (name) => [name, Number(String(record.value[name])) + 1] as const,
        );
        assign(types, record, { ...record.value, ...Object.fromEntries(counts) });
      }),
  },
  {
    check: 'delete-removes',
    description: 'deletes only the first of several',
    triggers: [always],
    operationOf: bulkAction(true),
    behavior: (_, operation) =>
      onSeveral(operation, ({ types, before }) => {
        const deleted = [...before.keys()].filter((record) => !types.store.get(record.key));
        for (const record of deleted.slice(1)) types.store.add(record);
      }),
  },
  {
    check: 'action-is-visible',
    description: 'changes only the first of several',
    triggers: [always],
    operationOf: bulkAction(false),
    behavior: (_, operation) =>
      onSeveral(operation, ({ types, before }) => {
        const changed = [...before].filter(([record, value]) => !jsonEqual(record.value, value));
        for (const [record, value] of changed.slice(1)) assign(types, record, value);
      }),
  },
];

/** The time of the last change may differ without a change. */
function restoreExceptTimes({ types, record, old }: Changed): void {
  const times = Object.entries(record.value).filter(([, value]) => /^\d{4}-\d{2}-\d{2}T/.test(String(value)));
  assign(types, record, { ...old, ...Object.fromEntries(times) });
}

function restoreNumbers({ types, record, old }: Changed): void {
  const numbers = Object.entries(old).filter(([, value]) => isNumber(value));
  assign(types, record, { ...record.value, ...Object.fromEntries(numbers) });
}

/** A response that shows the values that a record had; undefined if it shows none that has changed. */
function showing({ response: described }: ResourceOperation, response: MockResponse, old: JsonObject) {
  const at = described?.envelope ?? '';
  const body = jsonOf(response);
  const shown = body === undefined ? undefined : getAt(body, at);
  if (body === undefined || !isObject(shown)) return undefined;
  const before = Object.entries(old).filter(([name]) => name in shown && !isVolatile(`/${name}`));
  const stale = { ...shown, ...Object.fromEntries(before) };
  return jsonEqual(stale, shown) ? undefined : withBody(response, replaceAt(body, at, stale));
}

/** Gives the values that have changed to each record beside the one that the action is about. */
function changeOthers({ types, record, old, exchange: { before } }: Changed): void {
  const changed = Object.entries(record.value).filter(
    ([name, value]) => !isVolatile(`/${name}`) && !jsonEqual(value, old[name] ?? null),
  );
  for (const other of before.keys())
    if (other !== record && other.scope === record.scope)
      assign(types, other, { ...other.value, ...Object.fromEntries(changed) });
}

/** The numbers of a record that are named after an action: those of the likes. */
function countsOf(types: TypeWorld, action: ResourceOperation): string[] {
  return (reads(types)?.response?.properties ?? []).flatMap((property) => {
    const name = property.types.includes('integer') ? topName(property.pointer) : undefined;
    return name !== undefined && isNamedAfter(action, property.pointer) ? [name] : [];
  });
}

/** A behavior after a request that changes or deletes records which it names. */
function onSeveral(operation: ResourceOperation, act: (exchange: RecordExchange) => void): RecordBehavior {
  return {
    after: (exchange, response) => {
      if (exchange.operation === operation && isSuccess(response)) act(exchange);
      return undefined;
    },
  };
}
