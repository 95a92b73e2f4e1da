/** Keywords of a schema that say nothing about which values are valid. */
export const ANNOTATIONS = [
  '$comment',
  'title',
  'description',
  'example',
  'examples',
  'default',
  'deprecated',
  'externalDocs',
  'xml',
];
