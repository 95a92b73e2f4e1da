import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../../core/model.ts';

/** A schema resource: a schema with an `$id`, or a whole file (JSON Schema core, section 4.3.5). */
export interface SchemaResource {
  /** Pointer of its root. */
  readonly pointer: string;
  /** Base URI of its references. */
  readonly uri: string;
  /** Pointer of the schema by `$anchor`. */
  readonly anchors: Map<string, string>;
  /** Pointer of the schema by `$dynamicAnchor`; the first one if there are two of a name. */
  readonly dynamicAnchors: Map<string, string>;
}

/** The schema resources of a document and its files, by URI. */
export class SchemaResources {
  readonly all: SchemaResource[] = [];
  private readonly byUri = new Map<string, SchemaResource>();

  /**
   * Adds the root of a file that was bundled at a pointer.
   * @param self its `$self`, which is the base of its references instead of the path of the file (OpenAPI 3.2.0, Base URI)
   */
  addFile(pointer: string, file: string, self?: string): SchemaResource {
    const resource = this.add(pointer, pathToFileURL(file).href);
    const uri = self === undefined ? undefined : absoluteUri(self, resource.uri);
    return uri === undefined ? resource : this.add(pointer, uri, resource);
  }

  /** Returns the resource of a schema, a new one if it has an `$id`, and records its anchors there. */
  enter({ $id, $anchor, $dynamicAnchor }: JsonObject, pointer: string, outer: SchemaResource): SchemaResource {
    const uri = typeof $id === 'string' && !$id.startsWith('#') ? absoluteUri($id, outer.uri) : undefined;
    const own = uri === undefined ? outer : this.add(pointer, uri, pointer === outer.pointer ? outer : undefined);
    if (typeof $anchor === 'string') own.anchors.set($anchor, pointer);
    if (typeof $dynamicAnchor === 'string' && !own.dynamicAnchors.has($dynamicAnchor))
      own.dynamicAnchors.set($dynamicAnchor, pointer);
    return own;
  }

  /**
   * Finds the resource that a reference without its fragment leads to.
   * @returns undefined if no resource has that URI
   */
  find(path: string, from: SchemaResource): SchemaResource | undefined {
    return path === '' ? from : this.byUri.get(absoluteUri(path, from.uri) ?? path);
  }

  /** @param same the same resource with another URI: the root of a file that has an `$id` */
  private add(pointer: string, uri: string, same?: SchemaResource): SchemaResource {
    const { anchors = new Map<string, string>(), dynamicAnchors = new Map<string, string>() } = same ?? {};
    const resource = { pointer, uri, anchors, dynamicAnchors };
    this.all.push(resource);
    this.byUri.set(uri, resource);
    return resource;
  }
}

function absoluteUri(reference: string, base: string): string | undefined {
  const [path = ''] = reference.split('#', 1);
  return URL.canParse(path, base) ? new URL(path, base).href : undefined;
}
