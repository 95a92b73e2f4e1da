import type { XmlBody } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import { declaredTypes } from '../parameters/primitive.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';
import { readXml } from './read-xml.ts';
import { buildXml, parseXml } from './xml-text.ts';
import { xmlTree } from './xml-tree.ts';

/** Returns how a value of a schema is written as XML, and read of it. */
export function xmlBody(document: OpenApiDocument, schema: string | undefined): XmlBody {
  return {
    write: (value) => buildXml(xmlTree(document, schema, value)),
    read: (body) => {
      if (schema === undefined || !isStructured(document, schema)) return undefined;
      const text = decodeXml(body);
      const parsed = text === undefined ? undefined : parseXml(text);
      if (parsed === undefined || 'problem' in parsed) return parsed;
      const value = readXml(document, schema, parsed.element);
      return value === undefined ? undefined : { value };
    },
  };
}

/** False for a schema that describes the document as one text, or not at all. */
function isStructured(document: OpenApiDocument, schema: string): boolean {
  const types = declaredTypes(document, schema);
  return types.has('object') || types.has('array') || effectiveSchema(document, schema, 'response').properties.size > 0;
}

const MARKS = [
  ['\u00ef\u00bb\u00bf', 'utf-8'],
  ['\u00ff\u00fe', 'utf-16le'],
  ['\u00fe\u00ff', 'utf-16be'],
] as const;

/** Decodes a document by its byte order mark or declaration (XML 1.0, appendix F). @returns undefined if that is not its encoding */
function decodeXml(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, 200)).toString('latin1');
  // A byte order mark is authoritative (RFC 7303 section 3.3).
  const [, marked] = MARKS.find(([mark]) => start.startsWith(mark)) ?? [];
  const declared = /^<\?xml[^>]*\sencoding=["']([^"']+)["']/.exec(start)?.[1];
  try {
    return new TextDecoder(marked ?? declared ?? 'utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
