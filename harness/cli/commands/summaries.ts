/** One line for each command, in the order of the help; apart from the commands, which take longer to load than the help to print. */
export const SUMMARIES = {
  verify: 'Test a service (or the built-in mock) against its OpenAPI document',
  check: 'Check recorded traffic (HAR, NDJSON) against an OpenAPI document',
  mock: 'Start a mock server from an OpenAPI document',
  prove: 'Mutation-test the checks: violate every clause and expect `verify` to fail',
  merge: 'Merge shard reports into one result',
  lint: 'Lint an OpenAPI document',
  bundle: 'Write a document with its overlays and all its files as one',
  types: 'Write the TypeScript types of a document, by openapi-typescript',
  init: 'Create contract.yaml and a CI workflow',
  show: 'List operations, clauses, resource types and unspecified behavior',
} as const;
