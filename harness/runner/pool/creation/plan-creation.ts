import { replaceAt } from '../../../core/json/pointer.ts';
import { getPart, type RequestSpec } from '../../../generate/requests/build-request.ts';
import {
  asCreation,
  type CreationPlan,
  creationPlan,
  type MissingRecord,
} from '../../../openapi/resources/creation-plan.ts';
import type { ResourceModel, ResourceOperation, ResourceType } from '../../../openapi/resources/model.ts';
import type { Step } from '../journal.ts';

/** Why there is no record, in words. */
export interface Unavailable {
  readonly problem: string;
  /** The last request that was sent for it. */
  readonly step?: Step;
  /** True if a record with the identifiers that it would have is there already. */
  readonly isThere?: boolean;
}

/** The operation that creates a record, and what its request needs. */
export interface Creation {
  readonly operation: ResourceOperation;
  readonly plan: CreationPlan;
  /** Path parameters whose values the client chooses. */
  readonly chosen: readonly string[];
}

/** How a record of a type is created: by an operation, or by the one that its own operations are planned with. */
export function planCreation(model: ResourceModel, type: ResourceType, by?: ResourceOperation): Creation | Unavailable {
  if (by) return planOperation(model, by);
  const around = type.operations.find(({ scope }) => scope === 'item' || scope === 'singleton');
  const plan = around && creationPlan(model, around);
  const planned = plan?.steps.find(({ resource, source }) => resource === type.name && source === 'create');
  const own = planned?.operation ?? type.operations.find(({ creates }) => creates);
  if (own) return planOperation(model, own);
  const missing = plan?.missing.find(({ resource }) => resource === type.name);
  return { problem: missing?.reason ?? `no operation creates ${type.name}` };
}

/** Whether a record can only be created below another of its type. */
export function isBelowOwn({ name }: ResourceType, creation: Creation | Unavailable): boolean {
  return 'plan' in creation && creation.plan.steps.some(({ resource, required }) => resource === name && required);
}

/** The types whose records are created with one of this type; another record of the type that an operation creates is none that needs it. */
export function dependentsOf(model: ResourceModel, { name }: ResourceType): ResourceType[] {
  return model.types.filter((type) => {
    const creation = type.name === name ? undefined : planCreation(model, type);
    if (!creation || 'problem' in creation) return false;
    return creation.plan.steps.some(({ resource, isOther }) => resource === name && !isOther);
  });
}

function planOperation(model: ResourceModel, operation: ResourceOperation): Creation | Unavailable {
  const plan = creationPlan(model, asCreation(operation));
  const [missing] = plan.missing.filter(({ required }) => required);
  if (missing) return { problem: missing.reason + hintFor(missing) };
  return { operation, plan, chosen: plan.chosen };
}

/** The value of a path parameter may be given: that of a tenant, say, which no operation creates. */
function hintFor({ in: place, at }: MissingRecord): string {
  return place === 'path' ? `; give ${at} one value by \`values\`, or by an example in the document` : '';
}

/** A PUT that creates names its record in the path and may repeat the identifier in the body. */
export function withOwnIdentifiers({ path, ownIdentifiers, scope }: ResourceOperation, spec: RequestSpec): RequestSpec {
  if (scope !== 'item' || spec.body === undefined) return spec;
  const body = ownIdentifiers.reduce((whole, { identifier, pointer }) => {
    const named = path.find((each) => each.identifier === identifier);
    const value = named && getPart(spec, named);
    return value === undefined ? whole : replaceAt(whole, pointer, value);
  }, spec.body);
  return { ...spec, body };
}
