import type { Operation } from '../../harness/core/model.ts';
import { Contract } from '../../harness/openapi/contract.ts';
import { OpenApiDocument } from '../../harness/openapi/document.ts';
import { loadContract } from '../../harness/openapi/load.ts';
import { object } from '../openapi/documents.ts';

/** The document of this repository. */
export const own = (): Contract => loadContract('spec/openapi.yaml');

/** A contract from the YAML text of its `paths`, and of its `components` where there are any. */
export function contractOf(paths: string, components = '{}'): Contract {
  const text = `openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n${indent(paths)}\ncomponents:\n${indent(components)}\n`;
  return new Contract(new OpenApiDocument('spec.yaml', object(text)));
}

/** A contract whose one operation is `POST /things`, with these parameters and this schema of its JSON body, in YAML. */
export function creating(schema: string, parameters = '[]', path = '/things', components = '{}'): Contract {
  return contractOf(
    `
${path}:
  post:
    operationId: create
    parameters:
${indent(parameters, 6)}
    requestBody:
      required: true
      content:
        application/json:
          schema:
${indent(schema, 12)}
    responses:
      '201':
        description: created
        content: { application/json: { schema: { type: object } } }
      default:
        description: failed
        content: { application/json: { schema: { type: object } } }
`,
    components,
  );
}

export function only(contract: Contract): Operation {
  const [operation] = contract.operations;
  if (!operation) throw new Error('the document has no operation');
  return operation;
}

function indent(text: string, by = 2): string {
  return text.replace(/^/gm, ' '.repeat(by));
}
