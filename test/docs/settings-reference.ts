import { configSchema } from '../../harness/cli/config-schema.ts';
import { configOptions } from '../../harness/cli/options/config-options.ts';

interface SettingSchema {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly anyOf?: readonly SettingSchema[];
}

/** The schema of each key of contract.yaml. */
export function settings(): [name: string, schema: SettingSchema][] {
  const { properties } = configSchema(configOptions) as {
    readonly properties: Readonly<Record<string, SettingSchema>>;
  };
  return Object.entries(properties).filter(([name]) => name !== '$schema');
}

/** Every key of contract.yaml as a table. */
export function settingsReference(): string {
  const rows = settings().map(([name, schema]) => [`\`${name}\``, form(schema), schema.description ?? '']);
  return [['key', 'value', 'meaning'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

function form({ type, enum: choices, anyOf = [] }: SettingSchema): string {
  if (anyOf.length > 0) return [...new Set(anyOf.map(form))].join(' or ');
  if (choices) return 'a name';
  const names: Readonly<Record<string, string>> = { object: 'a map', array: 'a list', boolean: '`true`' };
  return [type ?? 'string']
    .flat()
    .map((each) => names[each] ?? `${each === 'integer' ? 'an' : 'a'} ${each}`)
    .join(' or ');
}
