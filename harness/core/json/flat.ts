/** The same text in one piece: V8 keeps a concatenation as a tree of its parts, 32 bytes a node, until one of its characters is asked for. */
export function flattenRope(text: string): string {
  return text.charCodeAt(text.length - 1) >= 0 ? text : '';
}
