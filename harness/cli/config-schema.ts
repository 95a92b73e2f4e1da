import { CORRECTIONS_SCHEMA } from '../openapi/resources/corrections/corrections-schema.ts';
import { AUTH_SCHEMA } from '../runner/auth/auth-schema.ts';
import type { OptionSpec, OptionTable } from './options/options.ts';

const VALUES_SCHEMA = {
  description:
    'known values of parameters and properties by name, or by JSON Pointer in the body; those of one operation in a map by its id',
  type: 'object',
};

const SPECS_SCHEMA = {
  description: 'documents of contract mock by the paths below which it serves them: a file, or a map of settings',
  type: 'object',
  propertyNames: { pattern: '^/' },
  additionalProperties: {
    anyOf: [
      { type: 'string' },
      {
        type: 'object',
        required: ['spec'],
        additionalProperties: false,
        properties: {
          spec: { type: 'string' },
          overlay: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
          'seed-data': { type: 'string' },
          proxy: { type: 'string' },
          resources: CORRECTIONS_SCHEMA,
        },
      },
    ],
  },
};

/** Returns the JSON Schema (draft 2020-12) of the config file, for editors. */
export function configSchema(table: OptionTable): object {
  const settings = Object.entries(table).filter(([, { setting }]) => setting !== false);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Config file of contract',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...Object.fromEntries(settings.map(([name, spec]) => [name, { description: spec.help, ...settingSchema(spec) }])),
      values: VALUES_SCHEMA,
      auth: AUTH_SCHEMA,
      resources: CORRECTIONS_SCHEMA,
      specs: SPECS_SCHEMA,
    },
  };
}

function settingSchema(spec: OptionSpec): object {
  if (spec.type === 'boolean') return { type: 'boolean' };
  const value = valueSchema(spec);
  if (spec.names !== undefined) {
    const properties = Object.fromEntries(spec.names.map((name) => [name, value]));
    const named = { type: 'object', additionalProperties: false, properties };
    return spec.perOperation ? { ...named, additionalProperties: named } : named;
  }
  if (spec.pairs !== undefined) return { type: 'object', additionalProperties: value };
  return spec.multiple ? { anyOf: [value, { type: 'array', items: value }] } : value;
}

function valueSchema({ value, choices }: OptionSpec): object {
  if (choices) return { enum: choices };
  if (value === 'SEED') return { type: ['string', 'integer'], pattern: '^(\\d+|random)$', minimum: 0 };
  if (value === 'NUMBER') return { type: 'integer', minimum: 0 };
  if (value === 'TIME') return { type: ['string', 'integer'], pattern: '^\\d+(\\.\\d+)?(ms|s|m)?$' };
  if (value === 'RATE') return { type: ['string', 'number'], pattern: '^\\d+(\\.\\d+)?(/(s|m))?$' };
  return { type: 'string' };
}
