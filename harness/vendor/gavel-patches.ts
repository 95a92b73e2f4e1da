/**
 * Pieces of the minified source of gavel 9.1.5 and their replacements. They cache schemas, which halves the time of a
 * transaction, and name the violated keyword in errors; the verdicts stay the same.
 */
export const GAVEL_PATCHES: readonly (readonly [is: string, becomes: string])[] = [
  // Validates each schema against its meta-schema once, not once per body.
  [
    'validateSchema(){const{jsonSchemaVersion:e,jsonSchema:r}=this,',
    'validateSchema(){const k=JSON.stringify(this.jsonSchema),s=globalThis.gavelSchemas??=new Set;return s.has(k)||this.checkSchema()&&!!s.add(k)}' +
      'checkSchema(){const{jsonSchemaVersion:e,jsonSchema:r}=this,',
  ],
  // Compiles each schema once.
  [
    't=new fa({allErrors:!0,verbose:!0,meta:!1,validateSchema:!1,jsonPointers:!0});',
    'k=JSON.stringify(this.jsonSchema),c=globalThis.gavelCompiled??=new Map,t=c.get(k)??new fa({allErrors:!0,verbose:!0,meta:!1,validateSchema:!1,jsonPointers:!0});c.set(k,t);',
  ],
  // Passes on the violated keyword and its schema, not only the location in the value.
  [
    'location:{pointer:a,property:o}}',
    'location:{pointer:a,property:o},keyword:e.keyword,path:e.dataPath,place:e.parentSchema&&e.parentSchema.$comment,member:e.params.missingProperty}',
  ],
  // Names arrays as such, and writes values of `enum` messages as JSON.
  ['{null===s?null:typeof s}', '{null===s?null:Array.isArray(s)?"array":typeof s}'],
  ['case"enum":return', 'case"enum":return"At \'"+t+"\' No enum match for: "+JSON.stringify(s);return'],
];
