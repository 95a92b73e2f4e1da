import { isObject } from '../../../core/json/index.ts';
import type { Operation } from '../../../core/model.ts';
import type { OpenApiDocument } from '../../document.ts';
import { isPlural, words } from '../names.ts';

/** One segment of the paths of a document; parameters of any name at the same place are one node. */
export interface PathNode {
  readonly parent: PathNode | undefined;
  /** `choice` is a parameter that selects from a fixed list, such as a format or an API version. */
  readonly kind: 'root' | 'literal' | 'item' | 'choice';
  /** Without slash and parameters, e.g. `books`; of a choice, the name of its parameter. */
  readonly text: string;
  /** The path up to here, as the document first writes it; that of an operation with its extension. */
  template: string;
  /** Names of the parameters in this segment, as in `template`. */
  readonly parameters: readonly string[];
  readonly children: Map<string, PathNode>;
  readonly operations: Operation[];
}

/** A node on the way of a path, with the names that this path gives to its parameters. */
export interface PathStep {
  readonly node: PathNode;
  readonly parameters: readonly string[];
}

const PARAMETER = /\{([^{}]*)\}/g;
/** Parameters that select a variant of the API, and never a record. */
const VARIANTS = new Set(['version', 'apiversion', 'locale', 'lang', 'language', 'format']);

/** `/books.json` has the records of `/books/{id}.json`. */
const EXTENSION = /\.json$/;

/** The paths of a document as a tree; built in linear time. */
export class PathTree {
  readonly root: PathNode = {
    parent: undefined,
    kind: 'root',
    text: '',
    template: '/',
    parameters: [],
    children: new Map(),
    operations: [],
  };
  private readonly document: OpenApiDocument;
  private readonly byOperation = new Map<string, PathNode>();

  constructor(document: OpenApiDocument, operations: readonly Operation[]) {
    this.document = document;
    for (const operation of operations) this.insert(operation);
  }

  /** The nodes that a path leads through; fewer if the document has no such path. */
  steps(path: string): PathStep[] {
    const steps: PathStep[] = [];
    let node = this.root;
    for (const segment of splitPath(path)) {
      const child = childAt(node, segment);
      if (child === undefined) break;
      steps.push({ node: child, parameters: parametersOf(segment) });
      node = child;
    }
    return steps;
  }

  /** The node of a path template, whatever the names of its parameters; undefined if the document has none. */
  find(path: string): PathNode | undefined {
    const steps = this.steps(path);
    return steps.length === splitPath(path).length ? (steps.at(-1)?.node ?? this.root) : undefined;
  }

  /** The node of an operation, whose path need not be that of the document. */
  nodeOf({ id }: Pick<Operation, 'id'>): PathNode | undefined {
    return this.byOperation.get(id);
  }

  /** Every node, parents before children. */
  *nodes(): Generator<PathNode> {
    const queue: PathNode[] = [this.root];
    for (const node of queue) {
      yield node;
      for (const child of node.children.values()) queue.push(child);
    }
  }

  private insert(operation: Operation): void {
    let node = this.root;
    for (const segment of splitPath(operation.path)) {
      const known = childAt(node, segment);
      const child = known ?? this.create(node, segment, operation);
      if (!known) node.children.set(isFirstAlone(node, segment) ? segment : segmentKey(segment), child);
      node = child;
    }
    if (EXTENSION.test(operation.path)) node.template = operation.path;
    node.operations.push(operation);
    this.byOperation.set(operation.id, node);
  }

  private create(parent: PathNode, segment: string, operation: Operation): PathNode {
    const parameters = parametersOf(segment);
    const isChoice = parameters.length > 0 && parameters.every((name) => this.isChoice(operation, name, parent));
    return {
      parent,
      kind: parameters.length === 0 ? 'literal' : isChoice ? 'choice' : 'item',
      text: isChoice ? parameters.join('-') : segment.replace(/^[/:]/, '').replaceAll(PARAMETER, ''),
      template: (parent.kind === 'root' ? '' : parent.template) + segment,
      parameters,
      children: new Map(),
      operations: [],
    };
  }

  private isChoice(operation: Operation, name: string, parent: PathNode): boolean {
    if (VARIANTS.has(words(name).join('')) && !isPlural(parent.text)) return true;
    const schema = operation.parameters.find((each) => each.in === 'path' && each.name === name)?.schema;
    const value = schema === undefined ? undefined : this.document.resolve(schema).value;
    return isObject(value) && (value['enum'] !== undefined || value['const'] !== undefined);
  }
}

/** True if the document has an operation with one of the methods on the path. */
export function hasMethod(node: PathNode, ...methods: readonly string[]): boolean {
  return node.operations.some(({ method }) => methods.includes(method));
}

/**
 * The segments of a path template with their separators. A custom method (`/books/{id}:return`) and a key in parentheses
 * (`/Books({id})`) are segments too.
 */
function splitPath(path: string): string[] {
  return path
    .replace(EXTENSION, '')
    .split('/')
    .filter((segment) => segment !== '')
    .flatMap((segment) => {
      const custom = /^([^:]+)(:[A-Za-z][\w-]*)$/.exec(segment);
      const key = /^([^({]+)(\([^)]*\{[^)]*\))$/.exec(segment);
      const [, first, second] = custom ?? key ?? [];
      return first !== undefined && second !== undefined ? [`/${first}`, second] : [`/${segment}`];
    });
}

/** The child of a node for a segment, whatever the names of its parameters; those that paths begin with may be of several kinds. */
function childAt(node: PathNode, segment: string): PathNode | undefined {
  if (!isFirstAlone(node, segment)) return node.children.get(segmentKey(segment));
  const [name = ''] = parametersOf(segment);
  const isSame = ([key, { parameters }]: [string, PathNode]) =>
    segmentKey(key) === segmentKey(segment) && sharesWord(parameters[0] ?? '', name);
  return [...node.children].find(isSame)?.[1];
}

/** True for a parameter with nothing before or beside it, which no name of a collection tells from others: `/{scope}/locks`. */
function isFirstAlone({ kind }: PathNode, segment: string): boolean {
  return kind === 'root' && segmentKey(segment) === '/{}';
}

const PLAIN = new Set(['id', 'name', 'key', 'uuid']);

/** False for names of which each says something else, such as `policyId` and `scope`. */
function sharesWord(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => words(name).filter((word) => !PLAIN.has(word)));
  if (!first?.length || !second?.length) return true;
  return first.some((word) => second.includes(word));
}

function segmentKey(segment: string): string {
  return segment.replaceAll(PARAMETER, '{}');
}

function parametersOf(segment: string): string[] {
  return [...segment.matchAll(PARAMETER)].map(([, name = '']) => name);
}

/** True for a parameter that identifies nothing alone, such as `{owner}` in `/repos/{owner}/{repo}`. */
export function isOuterPart(node: PathNode): boolean {
  const children = [...node.children.values()];
  return (
    node.kind === 'item' &&
    node.operations.length === 0 &&
    children.length > 0 &&
    children.every(({ kind }) => kind === 'item')
  );
}
