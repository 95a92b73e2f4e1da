/**
 * Redocly's walk and the rules that are used, by the paths of their files: the entry point of the package has every rule,
 * every description format and a GraphQL parser, which take 230 ms to load instead of 50 ms. The version is pinned.
 */
export { detectSpec } from '../../node_modules/@redocly/openapi-core/lib/detect-spec.js';
export { getTypes } from '../../node_modules/@redocly/openapi-core/lib/oas-types.js';
export {
  BaseResolver,
  resolveDocument,
  Source,
} from '../../node_modules/@redocly/openapi-core/lib/resolve.js';
export { NoEnumTypeMismatch } from '../../node_modules/@redocly/openapi-core/lib/rules/common/no-enum-type-mismatch.js';
export { NoIdenticalPaths } from '../../node_modules/@redocly/openapi-core/lib/rules/common/no-identical-paths.js';
export { NoRequiredSchemaPropertiesUndefined } from '../../node_modules/@redocly/openapi-core/lib/rules/common/no-required-schema-properties-undefined.js';
export { NoSchemaTypeMismatch } from '../../node_modules/@redocly/openapi-core/lib/rules/common/no-schema-type-mismatch.js';
export { NoUnresolvedRefs } from '../../node_modules/@redocly/openapi-core/lib/rules/common/no-unresolved-refs.js';
export { OperationIdUnique } from '../../node_modules/@redocly/openapi-core/lib/rules/common/operation-operationId-unique.js';
export { OperationParametersUnique } from '../../node_modules/@redocly/openapi-core/lib/rules/common/operation-parameters-unique.js';
export { PathDeclarationMustExist } from '../../node_modules/@redocly/openapi-core/lib/rules/common/path-declaration-must-exist.js';
export { PathNotIncludeQuery } from '../../node_modules/@redocly/openapi-core/lib/rules/common/path-not-include-query.js';
export { PathParamsDefined } from '../../node_modules/@redocly/openapi-core/lib/rules/common/path-params-defined.js';
export { Struct } from '../../node_modules/@redocly/openapi-core/lib/rules/common/struct.js';
export { normalizeTypes } from '../../node_modules/@redocly/openapi-core/lib/types/index.js';
export { normalizeVisitors } from '../../node_modules/@redocly/openapi-core/lib/visitors.js';
export { walkDocument } from '../../node_modules/@redocly/openapi-core/lib/walk.js';
