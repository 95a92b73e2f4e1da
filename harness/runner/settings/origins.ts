/** Where settings come from, for messages: `--include`, or `contract.yaml:3:5: include`; by setting and name. */
export type Origins = ReadonlyMap<string, string>;

export function originKey(setting: string, name: string): string {
  return `${setting} ${name}`;
}

/** Returns where a setting comes from; the name of the setting if that is not known, as in the library. */
export function originOf(origins: Origins | undefined, setting: string, name: string): string {
  return origins?.get(originKey(setting, name)) ?? setting;
}
