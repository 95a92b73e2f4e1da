import { createRequire } from 'node:module';
import { requireWhole } from '../../core/util/require-whole.ts';
import { ATTRIBUTE_PREFIX, TEXT_NAME, type XmlTree } from './xml-tree.ts';

type Xml = typeof import('#vendor/xml');

/** An element as it was read. */
export interface XmlElement {
  /** Without a prefix: which one a service binds to a namespace is up to it. */
  readonly name: string;
  /** Without declarations of namespaces and what is of XML itself, such as `xml:lang` and `xsi:type`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** All text directly in it. */
  readonly text: string;
  readonly isNil: boolean;
}

/** Written with one node for each element and text, in their order. */
type ParsedNode = Readonly<Record<string, unknown>>;

const NODE_ATTRIBUTES = ':@';
const MAX_NESTED_TAGS = 200;

const require = createRequire(import.meta.url);
let loaded: { readonly xml: Xml; readonly builder: { build(tree: XmlTree): string } } | undefined;

function load(): NonNullable<typeof loaded> {
  if (loaded) return loaded;
  const xml = requireWhole(require, '#vendor/xml') as Xml;
  const builder = new xml.XMLBuilder({
    ignoreAttributes: false,
    attributeNamePrefix: ATTRIBUTE_PREFIX,
    textNodeName: TEXT_NAME,
    suppressBooleanAttributes: false,
  });
  loaded = { xml, builder };
  return loaded;
}

/** Writes a tree of elements as XML. */
export function buildXml(tree: XmlTree): string {
  return load().builder.build(tree);
}

/**
 * Reads a document.
 * @returns the problem of one that is not well-formed; undefined for one with a DOCTYPE, whose entities are not read, or one that is too deep
 */
export function parseXml(text: string): { readonly element: XmlElement } | { readonly problem: string } | undefined {
  if (/<!DOCTYPE/i.test(text)) return undefined;
  const { XMLParser, XMLValidator } = load().xml;
  const validity = XMLValidator.validate(text);
  if (validity !== true) return { problem: validity.err.msg.replace(/\.$/, '') };
  const nodes = parseNodes(
    new XMLParser({
      preserveOrder: true,
      ignoreAttributes: false,
      attributeNamePrefix: '',
      textNodeName: TEXT_NAME,
      parseTagValue: false,
      parseAttributeValue: false,
      trimValues: false,
      htmlEntities: true,
      ignorePiTags: true,
      ignoreDeclaration: true,
      maxNestedTags: MAX_NESTED_TAGS,
    }),
    text,
  );
  const [element] = nodes ? elementsOf(nodes) : [];
  return element && { element };
}

/** @returns undefined for well-formed text beyond the limits of the parser, which throws */
function parseNodes(parser: { parse(text: string): unknown }, text: string): ParsedNode[] | undefined {
  try {
    return parser.parse(text) as ParsedNode[];
  } catch {
    return undefined;
  }
}

function elementsOf(nodes: readonly ParsedNode[]): XmlElement[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== NODE_ATTRIBUTES);
    if (name === undefined || name === TEXT_NAME) return [];
    const children = node[name] as readonly ParsedNode[];
    const attributes = Object.entries((node[NODE_ATTRIBUTES] ?? {}) as Record<string, string>);
    return [
      {
        name: withoutPrefix(name),
        attributes: new Map(
          attributes.flatMap(([key, value]) => (isOfXml(key) ? [] : [[withoutPrefix(key), value] as const])),
        ),
        children: elementsOf(children),
        text: children.map((child) => child[TEXT_NAME] ?? '').join(''),
        isNil: attributes.some(([key, value]) => key.endsWith(':nil') && value === 'true'),
      },
    ];
  });
}

function isOfXml(attribute: string): boolean {
  return /^(?:xmlns(?::|$)|xml:|xsi:)/.test(attribute);
}

/** A name in a namespace without the prefix that stands for it. */
export function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
