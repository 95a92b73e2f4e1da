import type { Reference, SchemaProperty } from '../model.ts';

/**
 * True for a reference of a record that is only shown: the dataset of the label that an example has, as `/label/datasetId`
 * beside `/label/id`, need not be that of the example.
 */
export function isOfShownRecord({ at }: Reference, properties: readonly SchemaProperty[]): boolean {
  const holder = at.slice(0, at.lastIndexOf('/'));
  const id = `${holder}/id`;
  return holder !== '' && at !== id && properties.some(({ pointer }) => pointer === id);
}
