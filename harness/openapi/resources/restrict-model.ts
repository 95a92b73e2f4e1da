import type { Operation } from '../../core/model.ts';
import type { ResourceModel } from './model.ts';

/** Returns the model without the operations that must not be sent. */
export function restrictModel(model: ResourceModel, isSendable: (operation: Operation) => boolean): ResourceModel {
  const types = model.types.map((type) => ({
    ...type,
    operations: type.operations.filter(({ operation }) => isSendable(operation)),
  }));
  const operations = new Map([...model.operations].filter(([, { operation }]) => isSendable(operation)));
  return { types, operations };
}
