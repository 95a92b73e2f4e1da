/** Returns whether a property is named like an identifier. */
export function looksLikeIdentifier(name: string): boolean {
  return /(^|[_-])(id|uuid|guid|key|number|no)$/i.test(name) || /[a-z](Id|ID|Uuid|Key|Number|No)$/.test(name);
}
