import { parsePointer } from '../../../core/json/pointer.ts';
import type { Operation } from '../../../core/model.ts';
import type { PathIdentifier, Representation, ResourceOperation, Role } from '../model.ts';
import { words } from '../names.ts';
import { isNamedAfter } from '../representations/envelopes.ts';
import type { RepresentationReader } from '../representations/representation.ts';
import { givenAbove, type InferredType, type InferredTypes, shownInside } from '../types/inferred-type.ts';
import type { PathTree } from '../types/path-tree.ts';
import { guessEnding } from './endings.ts';
import type { Assignment } from './operation-roles.ts';
import type { Paging } from './page-facts.ts';
import { readPaging } from './paging.ts';
import type { RestForm } from './rest-forms.ts';
import { patchFormat } from './role-guesses.ts';
import { tellsRestoring } from './trash.ts';

/** An operation with all of its model but what needs the identifiers of other types. */
export type InferredOperation = Omit<ResourceOperation, 'references' | 'ownIdentifiers' | 'version' | 'gives'> & {
  readonly inferred: InferredType | undefined;
  /** The type of the record above, if a change of a record gives back that one. */
  readonly above: InferredType | undefined;
};

/** Roles whose response may show the record that they are about. */
const CHANGES: ReadonlySet<Role> = new Set(['create', 'update', 'patch', 'delete']);

/** Reads what an operation itself documents: its bodies, path parameters and paging. */
export class OperationReader {
  private readonly tree: PathTree;
  private readonly types: InferredTypes;
  private readonly names: ReadonlyMap<InferredType, string>;
  private readonly reader: RepresentationReader;

  constructor(
    tree: PathTree,
    types: InferredTypes,
    names: ReadonlyMap<InferredType, string>,
    reader: RepresentationReader,
  ) {
    this.tree = tree;
    this.types = types;
    this.names = names;
    this.reader = reader;
  }

  /** @param form as REST would write the operation */
  read(operation: Operation, form: RestForm, assignment: Assignment): InferredOperation {
    const { inferred, role, scope } = assignment;
    const list = role === 'list' ? this.list(form.operation, inferred) : undefined;
    const ending = guessEnding(form.operation, role, scope);
    const resource = inferred && this.names.get(inferred);
    const own = inferred?.words ?? [];
    const above = inferred && CHANGES.has(role) ? givenAbove(operation, inferred, this.reader) : undefined;
    const node = above && (role === 'create' || role === 'update') ? this.tree.nodeOf(form.operation) : undefined;
    const inside = inferred && node && shownInside(operation, node, inferred, this.reader);
    return {
      ...assignment,
      above,
      operation,
      resource,
      patch: patchFormat(this.reader.document, operation),
      ends: ending?.ends,
      restores: role === 'action' && tellsRestoring(this.reader.document, operation),
      reason: ending ? `${assignment.reason}; ${ending.reason}` : assignment.reason,
      path: this.pathIdentifiers(form),
      request: this.reader.request(operation, own),
      response: list ?? inside ?? (role === 'list' || above ? undefined : this.response(operation, role, own)),
      paging: list && this.paging(operation, list),
    };
  }

  /** What an action gives may be in an envelope that has the name of its own type: `{ order: { ... } }`, of a checkout. */
  private response(operation: Operation, role: Role, own: readonly string[]): Representation | undefined {
    const found = this.reader.response(operation, own);
    const properties = role === 'action' && found?.envelope === '' ? found.properties : [];
    const [name, ...others] = new Set(properties.map(({ pointer }) => parsePointer(pointer)[0] ?? ''));
    const type = [...this.names.keys()].find((each) => name !== undefined && isNamedAfter(name, each.words));
    return type && others.length === 0 ? this.reader.response(operation, type.words) : found;
  }

  /** The array of a list is named after the type, or after its own path. */
  private list(operation: Operation, inferred: InferredType | undefined): Representation | undefined {
    const segment = this.tree.nodeOf(operation)?.text ?? '';
    return this.reader.list(operation, inferred?.words ?? []) ?? this.reader.list(operation, words(segment));
  }

  private paging(operation: Operation, { items = '' }: Representation): Paging {
    return readPaging(operation, items, this.reader);
  }

  private pathIdentifiers({ operation, places }: RestForm): PathIdentifier[] {
    return this.tree.steps(operation.path).flatMap(({ node, parameters }) => {
      const owner = this.types.parameters.get(node);
      const resource = owner && this.names.get(owner.inferred);
      if (owner === undefined || resource === undefined) return [];
      return parameters.flatMap((parameter, index) => {
        const identifier = owner.inferred.parameters[owner.index + index];
        const place = places.get(parameter) ?? { in: 'path', at: parameter };
        return identifier === undefined ? [] : [{ ...place, resource, identifier }];
      });
    });
  }
}
