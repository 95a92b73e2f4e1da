import type { Operation } from '../../../core/model.ts';
import { keep } from '../../../core/util/keep.ts';
import type { Contract } from '../../contract.ts';
import type { ResourceOperation, ResourceType, SchemaProperty } from '../model.ts';
import { nameKey, topName, words } from '../names.ts';
import { textAt } from '../text-at.ts';
import { type ToldEffect, type ToldShift, toldEffects } from './effects.ts';

const known = new WeakMap<Operation, readonly ToldEffect[]>();

/** What the document says of an operation in words. */
export function effectsOf(contract: Contract, operation: Operation): readonly ToldEffect[] {
  return known.get(operation) ?? keep(known, operation, readEffects(contract, operation));
}

function readEffects({ document }: Contract, { pointer, method }: Operation): readonly ToldEffect[] {
  if (method === 'GET' || method === 'HEAD') return [];
  const texts = ['summary', 'description'].map((keyword) => textAt(document, pointer, keyword));
  return toldEffects(texts.join('\n'));
}

/** What rises or falls by a property of a request: `adds delta to the stock`. */
export function shiftedBy(contract: Contract, operation: Operation, name: string): readonly ToldShift[] {
  const isShift = (effect: ToldEffect): effect is ToldShift =>
    'sign' in effect.change && typeof effect.change.by === 'object' && effect.change.by.property === name.toLowerCase();
  return effectsOf(contract, operation).filter(isShift);
}

/** The type whose records have the property that an effect is about, and how they show it. */
export interface ToldTarget {
  readonly type: ResourceType;
  readonly reader: ResourceOperation;
  readonly property: SchemaProperty;
}

/**
 * Finds the type: the one that the text names, the own one, or the only other one of those that a request names.
 * @param around the records that it names, by resource type
 */
export function targetOf(
  { property, owner }: ToldEffect,
  own: ResourceType,
  around: ReadonlyMap<string, { readonly type: ResourceType }>,
): ToldTarget | undefined {
  // Of two records of one type, the text does not say which.
  const isAlone = ({ name }: ResourceType) => [...around].filter(([, { type }]) => type.name === name).length < 2;
  const others = [...around.values()].map(({ type }) => type).filter((type) => type.name !== own.name && isAlone(type));
  // `A done task` is a task.
  const named = words(owner ?? '');
  const isNamed = ({ words: own }: ResourceType) =>
    owner === undefined || [named, named.slice(-own.length)].some((each) => nameKey(each) === nameKey(own));
  const found = [own, ...others].filter(isNamed).flatMap((type) => showing(type, property));
  const isOwn = ({ type }: ToldTarget) => type.name === own.name;
  return found.find(isOwn) ?? (found.length === 1 ? found[0] : undefined);
}

function showing(type: ResourceType, name: string): ToldTarget[] {
  const reader = type.operations.find(({ role, scope, response }) => role === 'read' && scope === 'item' && response);
  const property = reader?.response?.properties.find(({ pointer }) => topName(pointer)?.toLowerCase() === name);
  return reader && property ? [{ type, reader, property }] : [];
}
