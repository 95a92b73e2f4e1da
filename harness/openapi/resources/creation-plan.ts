import { keep } from '../../core/util/keep.ts';
import { type Need, needsOf, PATH_NEED } from './creation-needs.ts';
import type { Identifier, Reference, ResourceModel, ResourceOperation, ResourceType, Role } from './model.ts';
import { mayBeSame } from './references/identifying.ts';

/** The records that must exist before an operation is sent. Pure data: whoever executes it chooses values and reuses records. */
export interface CreationPlan {
  /** In the order in which they are needed: parents first. */
  readonly steps: readonly PlanStep[];
  /** What the operation takes from the records of the steps. */
  readonly bindings: readonly PlanBinding[];
  /** Path parameters whose values the client chooses, as in a PUT that creates. */
  readonly chosen: readonly string[];
  /** What no step can provide. */
  readonly missing: readonly MissingRecord[];
}

/** One record: created, or taken from a list of those that exist. */
export interface PlanStep {
  readonly resource: string;
  readonly source: 'create' | 'list';
  readonly operation: ResourceOperation;
  /** What its request takes from the records of earlier steps. */
  readonly bindings: readonly PlanBinding[];
  readonly chosen: readonly string[];
  /** False if only optional references need the record. */
  readonly required: boolean;
  /** True for another record of the type that the operation is about, such as the category above a category. */
  readonly isOther?: boolean;
  /** True for a record beside another one of its type that the request names: money moves between two accounts. */
  readonly isSecond?: boolean;
}

/** A part of a request that takes an identifier of a record. */
export interface PlanBinding {
  readonly in: Reference['in'] | 'path';
  /** Name of the parameter, or JSON Pointer in the body, with `*` for every item. */
  readonly at: string;
  /** Index in the steps. */
  readonly step: number;
  readonly identifier: string;
  readonly required: boolean;
}

export interface MissingRecord extends Omit<PlanBinding, 'step'> {
  readonly resource: string;
  readonly reason: string;
}

const plans = new WeakMap<ResourceModel, WeakMap<ResourceOperation, CreationPlan>>();

/** The records that an operation of the model needs: those of its path, its references, and the record that it is about. */
export function creationPlan(model: ResourceModel, operation: ResourceOperation): CreationPlan {
  const known = plans.get(model) ?? keep(plans, model, new WeakMap());
  return known.get(operation) ?? keep(known, operation, new Planner(model).plan(operation));
}

const creations = new WeakMap<ResourceOperation, ResourceOperation>();

/** The same operation as one that creates: a PUT is planned as if its own record had to exist; here the client chooses its identifiers. */
export function asCreation(operation: ResourceOperation): ResourceOperation {
  if (operation.scope !== 'item' || operation.role === 'create') return operation;
  return creations.get(operation) ?? keep(creations, operation, { ...operation, role: 'create' });
}

const MAX_ATTEMPTS = 1_000;

/** Roles of operations that may name another record of the type that they are about. */
const NAMING_OTHERS: ReadonlySet<Role> = new Set(['create', 'update', 'patch', 'list']);

type PlannedStep = Omit<PlanStep, 'required'>;
type Found = { readonly step: number; readonly identifier: string } | { readonly reason: string };

class Planner {
  private readonly model: ResourceModel;
  private readonly types: ReadonlyMap<string, ResourceType>;
  private steps: PlannedStep[] = [];
  /** Index of the step that has the record of a type. */
  private byResource = new Map<string, number>();
  private readonly inProgress = new Set<string>();
  private attempts = 0;

  constructor(model: ResourceModel) {
    this.model = model;
    this.types = new Map(model.types.map((type) => [type.name, type]));
  }

  plan(operation: ResourceOperation): CreationPlan {
    this.addSingleton(operation);
    const created = operation.role === 'create' ? this.types.get(operation.resource ?? '') : undefined;
    const { needs, chosen } = this.needsOf(operation, created);
    const bindings: PlanBinding[] = [];
    const missing: MissingRecord[] = [];
    for (const need of needs) {
      if (need.resource !== operation.resource && this.isGiven(need)) continue;
      const isOther = !need.required && need.resource === operation.resource && need.in !== 'path';
      if (isOther && !NAMING_OTHERS.has(operation.role)) continue;
      const found = isOther ? this.findOther(need) : this.findApart(need, bindings, operation.resource);
      const { in: place, at, required } = need;
      if ('reason' in found) missing.push({ ...need, reason: found.reason });
      else bindings.push({ in: place, at, required, ...found });
    }
    return { steps: withRequired(this.steps, bindings, operation), bindings, chosen, missing };
  }

  /** Nothing can provide what no operation shows, such as the region of a server: outside the path, a value of the schema is tried. */
  private needsOf(operation: ResourceOperation, created: ResourceType | undefined): ReturnType<typeof needsOf> {
    const { needs, chosen } = needsOf(operation, created);
    const isShown = ({ resource, identifier }: Need) => {
      const known = this.types.get(resource)?.identifiers.find(({ name }) => name === identifier);
      return known === undefined || known.bindings.length > 0 || known.sameAs !== undefined;
    };
    const soften = (need: Need): Need =>
      need.required && need.in !== 'path' && !isShown(need) ? { ...need, required: false } : need;
    return { needs: needs.map(soften), chosen };
  }

  /** A singleton that an operation creates must be there before it is read, changed or deleted. */
  private addSingleton({ scope, creates, resource, operation }: ResourceOperation): void {
    const type = resource === undefined ? undefined : this.types.get(resource);
    if (scope !== 'singleton' || creates || type === undefined) return;
    const creator = type.operations.find((each) => each.creates && each.operation.id !== operation.id);
    if (creator) this.attempt(type, creator, 'create');
  }

  private isGiven({ in: place, resource, identifier }: Need): boolean {
    return place === 'path' && this.model.given?.has(identifierKey(resource, identifier)) === true;
  }

  private find({ resource, identifier }: Need): Found {
    const type = this.types.get(resource);
    const known = type?.identifiers.find(({ name }) => name === identifier);
    if (type === undefined || known === undefined) return { reason: `${resource} has no identifier ${identifier}` };
    const step = this.byResource.get(resource) ?? this.provide(type);
    if (typeof step === 'number') return { step, identifier };
    const { sameAs } = known;
    if (sameAs === undefined || this.inProgress.has(resource)) return { reason: step };
    const found = this.guarded(resource, () => this.find({ ...PATH_NEED, ...sameAs }));
    return 'reason' in found ? { reason: step } : found;
  }

  /** As {@link find}, with a step of its own; one of a type with the same identifiers may be that of the record itself. */
  private findOther(need: Need): Found {
    const before = { steps: [...this.steps], byResource: new Map(this.byResource) };
    const own = this.byResource.get(need.resource);
    this.byResource.delete(need.resource);
    const found = this.find(need);
    const step = 'step' in found ? this.steps[found.step] : undefined;
    if ('step' in found && step?.resource !== need.resource) {
      this.steps = before.steps;
      this.byResource = before.byResource;
      return { reason: `no operation creates another ${need.resource}` };
    }
    if ('step' in found && step) this.steps[found.step] = { ...step, isOther: true };
    if (own === undefined) this.byResource.delete(need.resource);
    else this.byResource.set(need.resource, own);
    return found;
  }

  /** As {@link find}, with a step of its own if another part of the request names the record that was found: save for the record itself. */
  private findApart(need: Need, bindings: readonly PlanBinding[], about: string | undefined): Found {
    const found = this.find(need);
    const step = 'step' in found && need.resource !== about ? this.steps[found.step] : undefined;
    if (!('step' in found) || step?.source !== 'create' || need.in !== 'body' || need.at.includes('*')) return found;
    const own = this.types.get(step.resource)?.words ?? [];
    const name = lastName(need);
    const isNamed = bindings.some(
      (each) => each.step === found.step && !each.at.includes('*') && !mayBeSame(lastName(each), name, own),
    );
    if (!isNamed || mayBeSame(name, 'id', own)) return found;
    return { step: this.steps.push({ ...step, isSecond: true }) - 1, identifier: found.identifier };
  }

  /** The index of a new step with a record of the type, or why there is none. */
  private provide(type: ResourceType): number | string {
    if (this.inProgress.has(type.name)) return `${type.name} needs another ${type.name} first`;
    if (type.identifiers.length === 0) return `nothing identifies ${type.name}`;
    const candidates = [...this.sources(type, 'create'), ...this.sources(type, 'list')];
    let reason = `no operation creates or lists ${type.name}`;
    for (const { operation, source } of candidates) {
      const step = this.guarded(type.name, () => this.attempt(type, operation, source));
      if (typeof step === 'number') return step;
      reason = `${source === 'create' ? 'creating' : 'listing'} ${type.name} is not possible: ${step}`;
    }
    return reason;
  }

  /** The operations whose exchange has every identifier of the type; its own before others, with few path parameters first. */
  private sources(type: ResourceType, source: PlanStep['source']) {
    const operations = operationsThatBindAll(type.identifiers, source === 'list').flatMap((id) => {
      const operation = this.model.operations.get(id);
      return operation && (source === 'list' ? operation.role === 'list' : operation.creates) ? [operation] : [];
    });
    const rank = (operation: ResourceOperation) =>
      operation.path.length + (operation.resource === type.name ? 0 : 100) + (operation.role === 'update' ? 10 : 0);
    return operations.sort((a, b) => rank(a) - rank(b)).map((operation) => ({ operation, source }));
  }

  /** Adds the step and all that it needs, or nothing. */
  private attempt(type: ResourceType, operation: ResourceOperation, source: PlanStep['source']): number | string {
    if (++this.attempts > MAX_ATTEMPTS) return 'too many types need each other';
    const before = { steps: [...this.steps], byResource: new Map(this.byResource) };
    const { needs, chosen } = this.needsOf(operation, type);
    const bindings: PlanBinding[] = [];
    for (const need of needs) {
      if (!need.required && (need.resource === type.name || this.inProgress.has(need.resource))) continue;
      if (need.resource !== type.name && this.isGiven(need)) continue;
      const found = this.findApart(need, bindings, type.name);
      const { in: place, at, required } = need;
      if (!('reason' in found)) bindings.push({ in: place, at, required, ...found });
      else if (required) {
        this.steps = before.steps;
        this.byResource = before.byResource;
        return found.reason;
      }
    }
    this.byResource.set(type.name, this.steps.length);
    return this.steps.push({ resource: type.name, source, operation, bindings, chosen }) - 1;
  }

  private guarded<T>(resource: string, act: () => T): T {
    const isNew = !this.inProgress.has(resource);
    this.inProgress.add(resource);
    const result = act();
    if (isNew) this.inProgress.delete(resource);
    return result;
  }
}

function lastName({ at }: Pick<PlanBinding, 'at'>): string {
  return at.slice(at.lastIndexOf('/') + 1);
}

/** Names an identifier in {@link ResourceModel.given}. */
export function identifierKey(resource: string, identifier: string): string {
  return `${resource} ${identifier}`;
}

/** Ids of the operations that have a binding of every identifier, in the order of trust of the first. */
function operationsThatBindAll(identifiers: readonly Identifier[], inLists: boolean): string[] {
  const [first, ...rest] = identifiers.map(
    ({ bindings }) =>
      new Set(bindings.filter(({ source }) => (source === 'list') === inLists).map(({ operation }) => operation)),
  );
  return [...(first ?? [])].filter((id) => rest.every((ids) => ids.has(id)));
}

/** Marks the steps that the operation cannot do without. */
function withRequired(
  steps: readonly PlannedStep[],
  bindings: readonly PlanBinding[],
  { scope, resource }: ResourceOperation,
): PlanStep[] {
  const required = new Set(bindings.filter((each) => each.required).map(({ step }) => step));
  for (const [index, step] of [...steps.entries()].reverse()) {
    if (scope === 'singleton' && step.resource === resource) required.add(index);
    if (!required.has(index)) continue;
    for (const binding of step.bindings) if (binding.required) required.add(binding.step);
  }
  return steps.map((step, index) => ({ ...step, required: required.has(index) }));
}
