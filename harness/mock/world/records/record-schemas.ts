import { inOtherType } from '../../../core/json/other-type.ts';
import { replaceAt } from '../../../core/json/pointer.ts';
import type { JsonObject, JsonValue } from '../../../core/model.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { topName } from '../../../openapi/resources/names.ts';
import { effectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import { schemasAt } from '../../../openapi/schema/schemas-at.ts';
import type { RecordShape } from './record-shape.ts';

/** What the schemas of a record say of it and of its properties. */
export class RecordSchemas {
  /** Names at the top of the record that it must have. */
  readonly required: readonly string[];
  private readonly contract: Contract;
  private readonly shape: RecordShape;
  private readonly template: JsonObject;
  private readonly declared = new Map<string, readonly string[]>();

  /** @param template an example of a record */
  constructor(contract: Contract, shape: RecordShape, template: JsonObject) {
    this.contract = contract;
    this.shape = shape;
    this.template = template;
    this.required = shape.representation.schemas.flatMap((schema) => [
      ...effectiveSchema(contract.document, schema, 'response').required,
    ]);
  }

  isValid(record: JsonValue): boolean {
    const { contract, shape } = this;
    return shape.representation.schemas.every((each) => contract.schemas.accepts(each, record, 'response'));
  }

  /** True if a value is valid at a pointer of a record that is otherwise as the example. */
  isValidAt(pointer: string, value: JsonValue): boolean {
    const declared = this.declaredAt(pointer);
    if (declared.length > 0) return declared.every((each) => this.contract.schemas.accepts(each, value, 'response'));
    return this.isValid(replaceAt(this.template, pointer, value));
  }

  /** An identifier of a path as the record can show it at a pointer: as it is, or as text or a number. */
  shownAs(pointer: string, value: JsonValue): JsonValue | undefined {
    if (this.isValidAt(pointer, value)) return value;
    return inOtherType(value).find((each) => this.isValidAt(pointer, each));
  }

  /** The values of an enum; of a status, records begin with the first. */
  listedAt(pointer: string): readonly JsonValue[] {
    const { document } = this.contract;
    const lists = this.declaredAt(pointer).map((each) =>
      firstKeyword(effectiveSchema(document, each, 'response'), 'enum'),
    );
    const [listed] = lists.filter((each) => Array.isArray(each));
    return listed ?? [];
  }

  /** The schemas of a property at the top, or of an attribute; none for others. */
  private declaredAt(pointer: string): readonly string[] {
    const known = this.declared.get(pointer);
    if (known) return known;
    const schemas = topName(pointer) === undefined ? [] : this.shape.representation.schemas;
    const place = { pointer, direction: 'response' } as const;
    const declared = schemas.flatMap((whole) => schemasAt(this.contract.document, { ...place, whole }));
    this.declared.set(pointer, declared);
    return declared;
  }
}
