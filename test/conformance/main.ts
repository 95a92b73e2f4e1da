import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { scoreJsonSchema } from './json-schema.ts';
import { scoreOpenApiSchema } from './openapi-schema.ts';
import { scorePrism } from './prism.ts';
import type { Score } from './score.ts';
import { scoreSpecmatic } from './specmatic.ts';

const SPECMATIC_SPECS = 'conformance-tests/src/test/resources/specs';

/** Runs the suites of others on folders that have them, and prints scores and departures: see docs/conformance.md. */
const { values } = parseArgs({
  options: {
    /** A clone of json-schema-org/JSON-Schema-Test-Suite. */
    'json-schema': { type: 'string' },
    /** A clone of OAI/OpenAPI-Specification, on the branch of a version. */
    openapi: { type: 'string' },
    /** The folder test-harness of a clone of stoplightio/prism. */
    prism: { type: 'string' },
    /** A clone of specmatic/specmatic. */
    specmatic: { type: 'string' },
  },
});
if (values['json-schema'] !== undefined)
  print('draft2020-12', scoreJsonSchema(values['json-schema'], 'draft2020-12', '3.1.0'));
if (values['json-schema'] !== undefined) print('draft4', scoreJsonSchema(values['json-schema'], 'draft4', '3.0.3'));
if (values.openapi !== undefined) print('OpenAPI', await scoreOpenApiSchema(join(values.openapi, 'tests', 'schema')));
if (values.prism !== undefined) print('Prism', await scorePrism(values.prism));
if (values.specmatic !== undefined) print('Specmatic', await scoreSpecmatic(join(values.specmatic, SPECMATIC_SPECS)));

function print(suite: string, { total, departures }: Score): void {
  console.log(`${suite}: ${total - departures.length} of ${total}`);
  for (const { name, problem } of departures) console.log(`  ${name}: ${problem}`);
}
