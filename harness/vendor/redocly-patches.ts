type Patches = readonly (readonly [is: string, becomes: string])[];

/** A rule has the later ones ignore a node: kept by the node itself, because the text of each location takes long to join. */
const WALK: Patches = [
  [
    `const ignoreKey = \`\${currentLocation.absolutePointer}\${currentLocation.pointer}\`;`,
    'const ignoreKey = ignoredAs(resolvedNode, currentLocation);',
  ],
  [
    `ignoredNodes.add(\`\${currentLocation.absolutePointer}\${currentLocation.pointer}\`);`,
    'ignoredNodes.add(ignoredAs(resolvedNode, currentLocation));',
  ],
  [
    'export function walkDocument(opts) {',
    'const ignoredAs = (node, location) => (typeof node === "object" && node !== null ? node : location.absolutePointer);\n' +
      'export function walkDocument(opts) {',
  ],
];

/** The nodes that were seen with a type, instead of the texts of their locations. */
const RESOLVE: Patches = [
  ['const seenNodes = new Set();', 'const seenNodes = new Map();'],
  [`const nodeId = \`\${type.name}::\${nodeAbsoluteRef}\`;`, 'const seenTypes = seenNodes.get(node) ?? [];'],
  ['if (seenNodes.has(nodeId)) {', 'if (seenTypes.includes(type.name)) {'],
  ['seenNodes.add(nodeId);', 'seenNodes.set(node, [...seenTypes, type.name]);'],
];

/**
 * Pieces of modules of Redocly and their replacements, by the end of their paths: they take less time on a large document, and what is visited,
 * and in which order, stays the same.
 */
export const REDOCLY_PATCHES: Readonly<Record<string, Patches>> = {
  '/openapi-core/lib/walk.js': WALK,
  '/openapi-core/lib/resolve.js': RESOLVE,
};
