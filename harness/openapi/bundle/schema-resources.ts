import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../../core/model.ts';

/** A schema resource: what an `$id` identifies, or a whole file (JSON Schema core, section 4.3.5). */
export interface SchemaResource {
  /** Where it stands in the document. */
  readonly pointer: string;
  /** What references in it are relative to. */
  readonly uri: string;
  /** Pointers of the schemas that `$anchor` names. */
  readonly anchors: Map<string, string>;
  /** Pointers of the schemas that `$dynamicAnchor` names; the first where a name is given twice. */
  readonly dynamicAnchors: Map<string, string>;
}

/** The schema resources of a document and its files, by their URIs. */
export class SchemaResources {
  readonly all: SchemaResource[] = [];
  private readonly byUri = new Map<string, SchemaResource>();

  /** The whole of a file that stands at a pointer. */
  addFile(pointer: string, file: string): SchemaResource {
    return this.add(pointer, pathToFileURL(file).href);
  }

  /** The resource that a schema belongs to: its own where it has an `$id`, else that around it. Its anchors are noted there. */
  enter({ $id, $anchor, $dynamicAnchor }: JsonObject, pointer: string, around: SchemaResource): SchemaResource {
    const uri = typeof $id === 'string' && !$id.startsWith('#') ? absolute($id, around.uri) : undefined;
    const own = uri === undefined ? around : this.add(pointer, uri, pointer === around.pointer ? around : undefined);
    if (typeof $anchor === 'string') own.anchors.set($anchor, pointer);
    if (typeof $dynamicAnchor === 'string' && !own.dynamicAnchors.has($dynamicAnchor))
      own.dynamicAnchors.set($dynamicAnchor, pointer);
    return own;
  }

  /** What a reference without its fragment leads to from inside of a resource; undefined where nothing has that URI. */
  find(path: string, from: SchemaResource): SchemaResource | undefined {
    return path === '' ? from : this.byUri.get(absolute(path, from.uri) ?? path);
  }

  /** @param known the same place under another URI: a file whose whole has an `$id` */
  private add(pointer: string, uri: string, known?: SchemaResource): SchemaResource {
    const { anchors = new Map<string, string>(), dynamicAnchors = new Map<string, string>() } = known ?? {};
    const resource = { pointer, uri, anchors, dynamicAnchors };
    this.all.push(resource);
    this.byUri.set(uri, resource);
    return resource;
  }
}

function absolute(reference: string, base: string): string | undefined {
  const [path = ''] = reference.split('#', 1);
  return URL.canParse(path, base) ? new URL(path, base).href : undefined;
}
