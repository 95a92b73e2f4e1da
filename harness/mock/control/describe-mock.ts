import type { JsonObject, JsonValue, Operation } from '../../core/model.ts';
import { packageInfo } from '../../core/package-info.ts';
import type { ResourceModel } from '../../openapi/resources/model.ts';
import type { Controlled } from './control-types.ts';

/** Describes the document and its operations for pages and tools. */
export function describeMock({ prefix, contract, state }: Controlled): JsonObject {
  const info = contract.document.root['info'] ?? null;
  const { model } = state;
  return {
    version: packageInfo().version,
    prefix,
    info,
    operations: contract.operations.map((operation) => describeOperation(operation, model)),
    resources: state.types.map(({ type, store }) => ({
      name: type.name,
      item: type.item ?? null,
      collection: type.collection ?? null,
      parent: type.parent ?? null,
      count: store.size,
    })),
  };
}

function describeOperation(operation: Operation, model: ResourceModel | undefined): JsonObject {
  const { id, method, path, summary, responses } = operation;
  const found = model?.operations.get(id);
  return {
    ...{ id, method, path, summary },
    role: found?.role ?? null,
    resource: found?.resource ?? null,
    responses: responses.map(({ key, content }): JsonValue => {
      const examples = content.flatMap((each) => each.examples.map(({ name }) => name));
      return { status: key, examples: [...new Set(examples)] };
    }),
  };
}
