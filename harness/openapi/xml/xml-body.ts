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

/** Decodes a document by its byte order mark or declaration (XML 1.0, appendix F). @returns undefined if that is not its encoding */
function decodeXml(body: Uint8Array): string | undefined {
  const [first, second] = body;
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  const start = Buffer.from(body.subarray(0, 200)).toString('latin1');
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\sencoding=["']([^"']+)["']/.exec(start)?.[1];
  try {
    return new TextDecoder(marked ?? declared ?? 'utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}
