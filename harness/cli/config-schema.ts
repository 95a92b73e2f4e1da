import { CORRECTIONS_SCHEMA } from '../openapi/resources/corrections-schema.ts';
import type { OptionSpec, OptionTable } from './options.ts';

/** The JSON Schema (draft 2020-12) of the settings file, for editors. */
export function settingsSchema(table: OptionTable): object {
  const members = Object.entries(table).filter(([, { setting }]) => setting !== false);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of contract verify',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries(members.map(([name, spec]) => [name, { description: spec.help, ...memberSchema(spec) }])),
      resources: CORRECTIONS_SCHEMA,
    },
  };
}

function memberSchema(spec: OptionSpec): object {
  if (spec.type === 'boolean') return { type: 'boolean' };
  const value = valueSchema(spec);
  if (spec.names !== undefined)
    return {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(spec.names.map((name) => [name, value])),
    };
  if (spec.pairs !== undefined) return { type: 'object', additionalProperties: value };
  return spec.multiple ? { anyOf: [value, { type: 'array', items: value }] } : value;
}

function valueSchema({ value, choices }: OptionSpec): object {
  if (choices) return { enum: choices };
  if (value === 'NUMBER') return { type: 'integer', minimum: 0 };
  if (value === 'TIME') return { type: ['string', 'integer'], pattern: '^\\d+(\\.\\d+)?(ms|s|m)?$' };
  if (value === 'RATE') return { type: ['string', 'number'], pattern: '^\\d+(\\.\\d+)?(/(s|m))?$' };
  return { type: 'string' };
}
