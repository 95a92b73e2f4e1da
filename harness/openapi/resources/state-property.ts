import { appendTokens } from '../../core/json/pointer.ts';
import type { Contract } from '../contract.ts';
import type { OpenApiDocument } from '../document.ts';
import { type EffectiveSchema, effectiveSchema, firstKeyword } from '../schema/effective-schema.ts';
import type { ResourceOperation } from './model.ts';
import { enumAt } from './record-facts.ts';

const STATE = /^(status|state|phase|stage)$/i;

/** The property that has the state of a record. */
export interface StateProperty {
  /** JSON Pointer at the top of the record, or of its attributes. */
  readonly pointer: string;
  /** The states that the document lists. */
  readonly listed: readonly string[];
}

/** Finds the state in a representation. */
export function stateProperty({ document }: Contract, schemas: readonly string[]): StateProperty | undefined {
  for (const schema of schemas) {
    const { properties } = effectiveSchema(document, schema, 'response');
    const [attributes] = properties.get('attributes') ?? [];
    const found =
      stateIn(document, properties, '') ??
      (attributes && stateIn(document, effectiveSchema(document, attributes, 'response').properties, '/attributes'));
    if (found) return found;
  }
  return undefined;
}

/** Where the body of a request names the state that a record is to be in: `{ to: closed }`. */
export interface StateChoice {
  /** JSON Pointer in the body. */
  readonly at: string;
  readonly choices: readonly string[];
}

/** Finds the property of a body whose values are states of the record. */
export function stateChoice(
  { document }: Contract,
  { request }: ResourceOperation,
  states: StateProperty,
): StateChoice | undefined {
  for (const { pointer } of request?.properties ?? []) {
    const choices = enumAt(document, request?.schemas ?? [], pointer).filter((each) => typeof each === 'string');
    if (choices.length > 1 && choices.every((each) => states.listed.includes(each)))
      return { at: (request?.envelope ?? '') + pointer, choices };
  }
  return undefined;
}

function stateIn(
  document: OpenApiDocument,
  properties: EffectiveSchema['properties'],
  at: string,
): StateProperty | undefined {
  for (const [name, [schema]] of properties) {
    const values =
      schema === undefined ? undefined : firstKeyword(effectiveSchema(document, schema, 'response'), 'enum');
    if (STATE.test(name) && Array.isArray(values))
      return { pointer: appendTokens(at, name), listed: values.filter((each) => typeof each === 'string') };
  }
  return undefined;
}
