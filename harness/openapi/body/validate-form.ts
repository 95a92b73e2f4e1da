import { setProperty } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { JsonObject, MediaType } from '../../core/model.ts';
import type { Contract } from '../contract.ts';
import type { OpenApiDocument } from '../document.ts';
import { effectiveSchema } from '../schema/effective-schema.ts';
import { type BodyProblem, schemaProblem } from './body-problem.ts';
import {
  compileAdditionalFieldParser,
  compileFieldParser,
  type FormField,
  type FormFieldParser,
} from './read-form-field.ts';

/** The fields of a form as an object, and what is wrong with them. */
export interface ValidatedForm {
  readonly value: JsonObject;
  readonly problems: readonly BodyProblem[];
}

/** Validates the fields of a form. */
export type FormValidator = (fields: readonly FormField[]) => ValidatedForm;

/** Pointer of the schema of each declared property. */
type Properties = ReadonlyMap<string, string>;

/** Parsers for one combination of the alternatives of a form's schema, with the properties that it declares. */
interface FormReading {
  readonly properties: Properties;
  readonly parsers: readonly FormFieldParser[];
}

interface ParsedForm {
  readonly value: JsonObject;
  /** Why a field cannot be parsed, by the name of its property. */
  readonly malformed: ReadonlyMap<string, string>;
}

const MAX_READINGS = 64;
const MAX_DEPTH = 10;

/** Compiles the validation of forms: each field is parsed by its schema and encoding, then the object is validated. */
export function compileFormValidator(contract: Contract, type: MediaType): FormValidator {
  const { document, schemas } = contract;
  const { schema } = type;
  if (schema === undefined)
    return (fields) => ({ value: parseForm(document, [], undefined, fields).value, problems: [] });
  const { additionalProperties } = effectiveSchema(document, schema, 'request');
  const rest = typeof additionalProperties === 'string' ? additionalProperties : undefined;
  const readings = propertySets(document, schema).map((properties) => ({
    properties,
    parsers: [...properties].map(([name, pointer]) => compileFieldParser(document, type, name, pointer)),
  }));
  const validate = ({ properties, parsers }: FormReading, fields: readonly FormField[]): ValidatedForm => {
    const { value, malformed } = parseForm(document, parsers, rest, fields);
    const errors = schemas
      .validate(schema, value, 'request')
      .filter(({ instancePath }) => !malformed.has(instancePath.slice(1)));
    const unreadable = [...malformed].map(([name, message]) => ({
      status: 400,
      message: `body property ${name} ${message}`,
      pointer: appendTokens(properties.get(name) ?? rest ?? schema, 'type'),
    }));
    return { value, problems: [...unreadable, ...errors.map(schemaProblem)] };
  };
  return (fields) => {
    const results = readings.map((reading) => validate(reading, fields));
    return results.reduce((best, other) => (other.problems.length < best.problems.length ? other : best));
  };
}

/** The declared properties, once for each combination of alternatives: each alternative may declare a property its own way. */
function propertySets(document: OpenApiDocument, schema: string, depth = 0): Properties[] {
  const { properties, alternatives } = effectiveSchema(document, schema, 'request');
  const own: Properties = new Map(
    [...properties].map(([name, [first]]) => [name, first ?? appendTokens(schema, name)]),
  );
  if (depth > MAX_DEPTH) return [own];
  return alternatives
    .reduce<Properties[]>(
      (sets, list) => {
        const branches = list.flatMap((branch) => propertySets(document, branch, depth + 1));
        return sets.flatMap((set) => branches.map((branch) => new Map([...set, ...branch])));
      },
      [own],
    )
    .slice(0, MAX_READINGS);
}

function parseForm(
  document: OpenApiDocument,
  parsers: readonly FormFieldParser[],
  rest: string | undefined,
  fields: readonly FormField[],
): ParsedForm {
  const value: JsonObject = {};
  const malformed = new Map<string, string>();
  const declared = new Set(parsers.map(({ name }) => name));
  const undeclared = new Set(fields.map(([name]) => name).filter((name) => !parsers.some((each) => each.owns(name))));
  const others = [...undeclared].map((name) => compileAdditionalFieldParser(document, name, rest));
  for (const parser of [...parsers, ...others]) {
    const own = fields.filter(([field]) => field === parser.name || !declared.has(field));
    const result = parser.read(own);
    if (result.state === 'malformed') malformed.set(parser.name, result.message);
    if (result.state === 'read') setProperty(value, parser.name, result.value);
  }
  return { value, malformed };
}
