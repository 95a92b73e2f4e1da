/** Schemas of which a value may satisfy all together, one of several such choices. */
export interface Alternative {
  readonly schemaPointers: readonly string[];
  /** Present if a discriminator names the schema. */
  readonly discriminatorValues?: DiscriminatorValues;
}

/** The property of a discriminator with the values that name a schema. */
export interface DiscriminatorValues {
  readonly property: string;
  readonly values: readonly string[];
}
