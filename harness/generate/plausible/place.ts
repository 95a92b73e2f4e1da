import type { Property } from './property-source.ts';

/** A value to make up, with what its surroundings decide. */
export interface Place extends Property {
  /** The key without positions in lists, so that the items of a list take turns with the values of an enum. */
  readonly stem: string;
  /** Objects and arrays around the value. */
  readonly depth: number;
  /** True if the examples of schemas come first: once for each list, not for its second item. */
  readonly prefersExamples: boolean;
  /** True for the items that a response is about: the body itself, or a list in an envelope. */
  readonly isEnvelope: boolean;
  /** Strings that other items of the same list have for this property. */
  readonly taken: Set<string> | undefined;
  /** The same for the properties of an item, by name. */
  readonly takenByName: ((name: string) => Set<string>) | undefined;
  /** Pointers of the schemas around the value, by which recursion ends. */
  readonly ancestors: readonly string[];
}
