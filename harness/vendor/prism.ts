/** What the mock uses of Prism: its mocker, the reader of operations and the generator of values. */
export { getHttpOperationsFromSpec } from '@stoplight/prism-cli/dist/operations.js';
export { createInstance } from '@stoplight/prism-http';
export { generate } from '@stoplight/prism-http/dist/mocker/generator/JSONSchema.js';
