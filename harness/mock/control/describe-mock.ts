import type { JsonObject, JsonValue, Operation } from '../../core/model.ts';
import { packageInfo } from '../../core/package-info.ts';
import type { Controlled, ControlledDocument } from './control-types.ts';
import { documentPathOf, operationName } from './served-document.ts';

/** Describes the document and its operations for pages and tools. */
export function describeMock({ prefix, documents }: Controlled): JsonObject {
  const isUnique = (id: string) =>
    documents.filter(({ contract }) => contract.operations.some((each) => each.id === id)).length === 1;
  return {
    version: packageInfo().version,
    prefix,
    info: documents[0]?.contract.document.root['info'] ?? null,
    documents: documents.map((document) => ({
      path: documentPathOf(document),
      basePaths: [...document.basePaths],
      file: document.contract.document.file,
      info: document.contract.document.root['info'] ?? null,
    })),
    operations: documents.flatMap((document) =>
      document.contract.operations.map((operation) =>
        describeOperation(
          document,
          operation,
          isUnique(operation.id) ? operation.id : operationName(document, operation),
        ),
      ),
    ),
    resources: documents.flatMap(describeResources),
  };
}

function describeResources(document: ControlledDocument): JsonObject[] {
  return document.state.types.map(({ type, store }) => ({
    name: type.name,
    document: documentPathOf(document),
    item: type.item ?? null,
    collection: type.collection ?? null,
    parent: type.parent ?? null,
    count: store.size,
  }));
}

function describeOperation(document: ControlledDocument, operation: Operation, name: string): JsonObject {
  const { id, method, path, summary, responses } = operation;
  const found = document.state.model?.operations.get(id);
  return {
    ...{ id, name, method, path: (document.basePaths[0] ?? '') + path, summary },
    document: documentPathOf(document),
    role: found?.role ?? null,
    resource: found?.resource ?? null,
    responses: responses.map(({ key, content }): JsonValue => {
      const examples = content.flatMap((each) => each.examples.map(({ name }) => name));
      return { status: key, examples: [...new Set(examples)] };
    }),
  };
}
