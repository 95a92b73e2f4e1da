import * as z from 'zod';
import { REPORT_FORMAT, REPORT_VERSION, reportFile } from './report-schema.ts';

/** Returns the published JSON Schema (draft 2020-12) of the report. */
export function reportJsonSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(reportFile, {
    io: 'input',
    target: 'draft-2020-12',
    override: ({ jsonSchema }) => {
      // JSON Schema has no such format; `contentEncoding` and `pattern` say the same.
      if (jsonSchema.format === 'base64') delete jsonSchema.format;
      // Zod leaves tuples open.
      if (jsonSchema.prefixItems) Object.assign(jsonSchema, { minItems: jsonSchema.prefixItems.length, items: false });
    },
  });
  return { $schema, $id: `urn:${REPORT_FORMAT}:${REPORT_VERSION}`, ...schema };
}
