import { groupBy } from '../../../core/util/group-by.ts';
import { isPlural, nameKey, words } from '../names.ts';
import { actsOnSeveral } from '../operations/bulk-actions.ts';
import type { InferredOperation } from '../operations/read-operation.ts';
import { compatible } from '../representations/schema-properties.ts';
import { type Candidate, mayHaveValueOf } from './candidates.ts';
import type { InferredIdentifier } from './identifiers.ts';
import {
  isGeneralName,
  isIdAlone,
  isNaturalKey,
  isParentName,
  isRelationName,
  isReplyName,
  withoutId,
} from './identifying.ts';
import { isMail, isOfAnother } from './other-meanings.ts';
import { isPersonDeed, isPersonRole, PERSONS } from './person-roles.ts';

/** What a reference can lead to. */
export interface ReferenceTarget {
  readonly resource: string;
  readonly words: readonly string[];
  /** Name of the parent type. */
  readonly parent: string | undefined;
  /** Name of the type of the only record that its paths are below, as those of `/cart/items` are. */
  readonly around: string | undefined;
  readonly identifiers: readonly InferredIdentifier[];
  /** Name of the type whose identifiers its records take, as those of `/issues/{issueId}/labels/{labelId}` take those of labels. */
  readonly takes: string | undefined;
}

/** The type that a part of a request refers to, the name of its identifier, and why. */
export interface Found {
  readonly target: ReferenceTarget;
  readonly identifier: string;
  readonly reason: string;
}

type Accept = (identifier: InferredIdentifier) => boolean;

const MAX_TARGETS = 20;

/** Finds the type that a part of a request refers to, by its name, type and schema. */
export class ReferenceMatcher {
  private readonly byName = new Map<string, ReferenceTarget[]>();
  /** By the name of the component that describes their last identifier. */
  private readonly byComponent: ReadonlyMap<string | undefined, readonly ReferenceTarget[]>;
  private readonly byResource: ReadonlyMap<string, ReferenceTarget>;

  constructor(targets: readonly ReferenceTarget[]) {
    this.byResource = new Map(targets.map((target) => [target.resource, target]));
    this.byComponent = groupBy(targets, ({ identifiers }) => identifiers.at(-1)?.component);
    for (const target of targets)
      for (const key of keysOf(target)) {
        const list = this.byName.get(key) ?? [];
        if (list.length < MAX_TARGETS) list.push(target);
        this.byName.set(key, list);
      }
  }

  match(candidate: Candidate, operation: InferredOperation): Found | undefined {
    for (const name of candidate.names) {
      const found = this.byId(name, candidate, operation) ?? this.byKey(name, candidate, operation);
      if (found) return candidate.many && isOfAnother(found.target, operation, name) ? undefined : found;
    }
    return (
      this.ownRecords(candidate, operation) ??
      this.bySegment(candidate, operation) ??
      this.inPath(candidate, operation) ??
      this.byTypeName(candidate, operation) ??
      this.bySchema(candidate, operation)
    );
  }

  /** `project` in a request below `/projects/{projectId}`. */
  private inPath(
    { in: place, names: [name = []], types, many }: Candidate,
    operation: InferredOperation,
  ): Found | undefined {
    if (place !== 'body' || many || types.includes('object')) return undefined;
    const above = new Set(operation.path.map(({ resource }) => resource).filter((each) => each !== operation.resource));
    const target = this.byName
      .get(nameKey(name))
      ?.find(({ resource, words: own }) => above.has(resource) && nameKey(own) === nameKey(name));
    const identifier = target?.identifiers.findLast((each) => compatible(types, each.types));
    return (
      target &&
      identifier && {
        target,
        identifier: identifier.name,
        reason: `it is named like the ${target.resource} in the path`,
      }
    );
  }

  /** The `code` in the body of `PUT /carts/{cartId}/coupon`, which gives the cart one of the coupons. */
  private bySegment({ in: place, names, types, many }: Candidate, operation: InferredOperation): Found | undefined {
    const segment = operation.operation.path.split('/').at(-1) ?? '';
    if (place !== 'body' || many || operation.creates || segment.includes('{') || isPlural(segment)) return undefined;
    const [name = []] = names;
    const isNamed: Accept = (identifier) =>
      nameKey(identifier.name) === nameKey(name) && compatible(types, identifier.types);
    const found = this.nearest(nameKey(segment), operation, isNamed);
    if (!found || found.target.resource === operation.resource) return undefined;
    return { ...found, reason: `it identifies the ${found.target.resource} that the path names` };
  }

  private ownRecords({ names, types, many }: Candidate, operation: InferredOperation): Found | undefined {
    if (!many || !names.some(isIdAlone) || !actsOnSeveral(operation)) return undefined;
    const target = this.byResource.get(operation.resource ?? '');
    const identifier = target?.identifiers.findLast((each) => compatible(types, each.types));
    const reason = `it names several ${operation.resource} records`;
    return target && identifier && { target, identifier: identifier.name, reason };
  }

  /** `authorId`, `primary_author_id`, `author: { id }`, `authorIds`; not for a type that `slug` identifies. */
  private byId(name: readonly string[], candidate: Candidate, operation: InferredOperation): Found | undefined {
    const stem = withoutId(name);
    const accept: Accept = (identifier) => !isNaturalKey(identifier.name) && mayHaveValueOf(candidate, identifier);
    if (stem.length === 0 || stem.join(' ') === name.join(' ')) return this.parent(stem, candidate, operation);
    for (let start = 0; start < stem.length; start++) {
      const found = this.nearest(nameKey(stem.slice(start)), operation, accept);
      if (found) return { ...found, reason: `it is named like an id of ${found.target.resource}` };
    }
    // What is named like no type needs the type of its values.
    const isAlike: Accept = (identifier) => accept(identifier) && compatible(candidate.types, identifier.types);
    const isPerson = isPersonRole(stem) || isPersonDeed(stem);
    const person = isPerson ? this.nearestPerson(operation, isAlike) : undefined;
    if (person) {
      const role = isPersonRole(stem) ? `a ${stem.at(-1)}` : stem.join(' ');
      return { ...person, reason: `it is named like an id of ${role}, who is a ${person.target.resource}` };
    }
    return isRelationName(stem) ? this.ownType(operation, accept) : undefined;
  }

  /** `parent` or `replyTo` alone, if its values look like identifiers: integers, texts of the same format, or of the same schema. */
  private parent(name: readonly string[], candidate: Candidate, operation: InferredOperation): Found | undefined {
    const { types, format, component } = candidate;
    if (!isParentName(name) || types.includes('object')) return undefined;
    const mayBePlain = format !== undefined || (isReplyName(name) && !isMail(operation));
    const isAlike: Accept = (identifier) => {
      if (!mayHaveValueOf(candidate, identifier)) return false;
      if (component !== undefined && component === identifier.component) return true;
      if (isNaturalKey(identifier.name)) return false;
      return !types.includes('string') || (mayBePlain && format === identifier.format);
    };
    return this.ownType(operation, isAlike);
  }

  private ownType(operation: InferredOperation, accept: Accept): Found | undefined {
    const found = operation.inferred && this.nearest(nameKey(operation.inferred.words), operation, accept);
    return found && { ...found, reason: `it is named like an id of another ${found.target.resource}` };
  }

  /** `author_slug`, `author: { slug }`, `parent_slug` or `parent_author_slug`, for a type that `slug` identifies. */
  private byKey(name: readonly string[], { types }: Candidate, operation: InferredOperation): Found | undefined {
    const last = name.at(-1);
    if (name.length < 2 || last === undefined) return undefined;
    const accept: Accept = (identifier) =>
      words(identifier.name).at(-1) === last && compatible(types, identifier.types);
    const stem = name.slice(0, -1);
    if (isRelationName(stem)) return this.ownType(operation, accept);
    const named = isRelationName(stem.slice(0, 1)) ? stem.slice(1) : stem;
    const found = this.nearest(nameKey(stem), operation, accept) ?? this.nearest(nameKey(named), operation, accept);
    return found && { ...found, reason: `it is named like ${found.identifier} of ${found.target.resource}` };
  }

  /** `author` alone, if the path has it as `{author}`, or its values are like the identifiers: integers, also beside strings, UUIDs, or keys that people choose. */
  private byTypeName({ names, types, format }: Candidate, operation: InferredOperation): Found | undefined {
    if (types.includes('object') || isGeneralName((names[0] ?? []).join(' '))) return undefined;
    const [name = []] = names;
    const accept: Accept = (identifier) => {
      // A path has texts, where records show numbers.
      const isNumber = types.length > 0 && types.every((type) => type === 'integer');
      if (isNumber && identifier.shownTypes?.includes('integer')) return true;
      if (!compatible(types, identifier.types)) return false;
      const isText = types.includes('string') && !compatible(types, ['integer']);
      if (!isText || nameKey(words(identifier.name)) === nameKey(name)) return true;
      return format === identifier.format && (format !== undefined || isNaturalKey(identifier.name));
    };
    const found = this.nearest(nameKey(name), operation, accept);
    if (found)
      return { ...found, reason: `it is named like ${found.target.resource}, and has the type of its identifier` };
    const person = isPersonDeed(name) ? this.nearestPerson(operation, accept) : undefined;
    return person && { ...person, reason: `${name.join(' ')} names a person, who is a ${person.target.resource}` };
  }

  /** `winner: Username`, for a type whose item path has the same component: `/users/{username}`. Those of its own type are new ones. */
  private bySchema({ component, types, names }: Candidate, operation: InferredOperation): Found | undefined {
    if (component === undefined || types.includes('object') || isGeneralName(component)) return undefined;
    const targets = this.byComponent.get(component) ?? [];
    const [target, ...others] = targets.filter(({ takes }) => takes === undefined);
    const identifier = target?.identifiers.at(-1);
    if (!target || !identifier || others.length > 0 || target.resource === operation.resource) return undefined;
    if (names.some((name) => name[0] === 'new')) return undefined;
    return {
      target,
      identifier: identifier.name,
      reason: `it has the schema of ${identifier.name} of ${target.resource}`,
    };
  }

  /** The first type that is named like people. */
  private nearestPerson(operation: InferredOperation, accept: Accept): Omit<Found, 'reason'> | undefined {
    for (const name of PERSONS) {
      const found = this.nearest(name, operation, accept);
      if (found) return found;
    }
    return undefined;
  }

  /**
   * Of several types, one that has the name itself wins over those whose identifier has it; then one that the path identifies wins, then one
   * with a parent there, then the first. What a record is to have below it need not be there yet: `labelIds` of an issue name any labels.
   */
  private nearest(
    key: string,
    { path, resource }: InferredOperation,
    accept: Accept,
  ): Omit<Found, 'reason'> | undefined {
    const all = (this.byName.get(key) ?? []).flatMap((target) => {
      const identifier = target.identifiers.findLast(accept);
      return identifier ? [{ target, identifier: identifier.name }] : [];
    });
    const named = all.filter(({ target }) => nameKey(target.words) === key);
    const isBelow = ({ parent, takes }: ReferenceTarget) =>
      parent !== undefined && parent === resource && all.some(({ target }) => target.resource === takes);
    const found = (named.length > 0 ? named : all).filter(({ target }) => !isBelow(target));
    if (found.length < 2) return found[0];
    const onPath = new Set(path.map(({ resource }) => resource));
    return (
      found.find(({ target }) => onPath.has(target.resource)) ??
      found.find(({ target: { parent } }) => parent !== undefined && onPath.has(parent)) ??
      found[0]
    );
  }
}

/** The names of a type in references: its own, and that of its identifier unless it is as general as `id` or `name`. */
function keysOf({ words: own, identifiers }: ReferenceTarget): ReadonlySet<string> {
  const keys = new Set([nameKey(own)]);
  const [only, ...others] = identifiers;
  if (!only || others.length > 0) return keys;
  const name = words(only.name);
  if (!isGeneralName(only.name) && !OF_KINDS.test(name.join(' '))) keys.add(nameKey(withoutId(name)));
  return keys;
}

/** What other records say of themselves under the same name: the `type` of a file is no `/users/{userId}/linked/{type}`. */
const OF_KINDS = /^(type|kind|status|state|mode|format|language|locale|version|date|year|month|day)$/;
