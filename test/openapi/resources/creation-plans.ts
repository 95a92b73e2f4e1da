import { type CreationPlan, creationPlan, type PlanBinding } from '../../../harness/openapi/resources/creation-plan.ts';
import type { ResourceModel } from '../../../harness/openapi/resources/model.ts';
import { operationOf } from './api.ts';

export function planOf(model: ResourceModel, id: string): CreationPlan {
  return creationPlan(model, operationOf(model, id));
}

/** `operation [place from step.identifier]` of each step, then of the operation itself. */
export function lines(plan: CreationPlan): string[] {
  const text = ({ in: place, at, step, identifier, required }: PlanBinding) =>
    `${place} ${at} = ${step}.${identifier}${required ? '' : '?'}`;
  return [
    ...plan.steps.map(({ operation, source, required, bindings, chosen }, index) =>
      [
        `${index} ${source}${required ? '' : '?'} ${operation.operation.id}`,
        ...bindings.map(text),
        ...chosen.map((name) => `choose ${name}`),
      ].join('; '),
    ),
    ['send', ...plan.bindings.map(text), ...plan.chosen.map((name) => `choose ${name}`)].join('; '),
    ...plan.missing.map(({ in: place, at, required, reason }) => `no ${place} ${at}${required ? '' : '?'}: ${reason}`),
  ];
}
