import { setProperty } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, MediaType } from '../../core/model.ts';
import type { RequestProblem } from '../../core/received-request.ts';
import type { Contract } from '../contract.ts';
import type { OpenApiDocument } from '../document.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';
import { formatBodyViolation } from '../schema/messages.ts';
import {
  compileAdditionalFieldParser,
  compileFieldParser,
  type FormField,
  type FormFieldParser,
} from './read-form-field.ts';

/** What is wrong with the fields of a form. */
export type FormValidator = (fields: readonly FormField[]) => RequestProblem[];

/** Pointer of the schema of each declared member. */
type Members = ReadonlyMap<string, string>;

interface ReadForm {
  readonly value: JsonObject;
  /** What says of a member that cannot be read, by its name. */
  readonly malformed: ReadonlyMap<string, string>;
}

const MAX_READINGS = 64;

/** Compiles the judging of forms: each member is read as its schema and the media type's encoding say, and then judged by the schema. */
export function compileFormValidator(contract: Contract, type: MediaType): FormValidator {
  const { document, schemas } = contract;
  const { schema } = type;
  if (schema === undefined) return () => [];
  const { additionalProperties } = effectiveSchema(document, schema, 'request');
  const rest = typeof additionalProperties === 'string' ? additionalProperties : undefined;
  const readings = memberSets(document, schema).map((members) =>
    [...members].map(([name, place]) => compileFieldParser(document, type, name, place)),
  );
  const judge = (readers: readonly FormFieldParser[], fields: readonly FormField[]): RequestProblem[] => {
    const { value, malformed } = readForm(document, readers, rest, fields);
    const errors = schemas
      .validate(schema, value, 'request')
      .filter(({ instancePath }) => !malformed.has(instancePath.slice(1)));
    return [
      ...[...malformed].map(([name, says]) => ({ status: 400, message: `body member ${name} ${says}` })),
      ...errors.map((error) => ({ status: 422, message: formatBodyViolation(error) })),
    ];
  };
  return (fields) => {
    const judged = readings.map((readers) => judge(readers, fields));
    return judged.reduce((best, problems) => (problems.length < best.length ? problems : best));
  };
}

/** The members that a schema declares, once for each combination of its alternatives: each of them may declare a member as it likes. */
function memberSets(document: OpenApiDocument, schema: string, depth = 0): Members[] {
  const { properties, alternatives } = effectiveSchema(document, schema, 'request');
  const own: Members = new Map([...properties].map(([name, [place]]) => [name, place ?? appendTokens(schema, name)]));
  if (depth > 10) return [own];
  return alternatives
    .reduce<Members[]>(
      (sets, list) => {
        const branches = list.flatMap((branch) => memberSets(document, branch, depth + 1));
        return sets.flatMap((set) => branches.map((branch) => new Map([...set, ...branch])));
      },
      [own],
    )
    .slice(0, MAX_READINGS);
}

function readForm(
  document: OpenApiDocument,
  readers: readonly FormFieldParser[],
  rest: string | undefined,
  fields: readonly FormField[],
): ReadForm {
  const value: JsonObject = {};
  const malformed = new Map<string, string>();
  const declared = new Set(readers.map(({ name }) => name));
  const undeclared = new Set(fields.map(([name]) => name).filter((name) => !readers.some((each) => each.owns(name))));
  const others = [...undeclared].map((name) => compileAdditionalFieldParser(document, name, rest));
  for (const reader of [...readers, ...others]) {
    const own = fields.filter(([field]) => field === reader.name || !declared.has(field));
    const found = reader.read(own);
    if (found.state === 'malformed') malformed.set(reader.name, found.message);
    if (found.state === 'read') setProperty(value, reader.name, found.value);
  }
  return { value, malformed };
}
