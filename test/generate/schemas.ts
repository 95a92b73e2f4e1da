/** Schemas of many kinds, in YAML: what valid and broken values are made from. */
export const SCHEMAS: Readonly<Record<string, string>> = {
  record:
    'type: object\nrequired: [id, name]\nproperties:\n  id: { type: integer, format: int64 }\n  name: { type: string }\n  tag: { type: string }',
  'every format':
    'type: object\nrequired: [a]\nproperties:\n  a: { type: string, format: uuid }\n  b: { type: string, format: date }\n  c: { type: string, format: date-time }\n  d: { type: string, format: email }\n  e: { type: string, format: uri }\n  f: { type: string, format: ipv4 }\n  g: { type: string, format: ipv6 }\n  h: { type: string, format: hostname }\n  i: { type: string, format: byte }\n  j: { type: string, format: time }\n  k: { type: string, format: unheard-of }',
  'every integer format':
    'type: object\nproperties:\n  a: { type: integer, format: int8 }\n  b: { type: integer, format: int16 }\n  c: { type: integer, format: int32 }\n  d: { type: integer, format: int64 }\n  e: { type: integer, format: uint8 }\n  f: { type: integer, format: uint64 }\n  g: { type: integer }',
  bounds:
    'type: object\nproperties:\n  a: { type: integer, minimum: 5, maximum: 7 }\n  b: { type: number, exclusiveMinimum: 0, exclusiveMaximum: 1 }\n  c: { type: integer, maximum: -100 }\n  d: { type: number, multipleOf: 0.01, minimum: 99.99 }\n  e: { type: integer, multipleOf: 7, minimum: 1 }\n  f: { type: integer, minimum: 9007199254740993, maximum: 9007199254740995 }\n  g: { type: number, minimum: 1.5, maximum: 1.6 }',
  strings:
    "type: object\nproperties:\n  a: { type: string, minLength: 3, maxLength: 5 }\n  b: { type: string, pattern: '^[A-Z]{2}-[0-9]+$' }\n  c: { type: string, maxLength: 1 }\n  d: { type: string, minLength: 500 }\n  e: { type: string, maxLength: 0 }\n  f: { type: string, pattern: '^a*$', maxLength: 4 }",
  lists:
    'type: object\nproperties:\n  a: { type: array, items: { type: string }, minItems: 2, maxItems: 3 }\n  b: { type: array, items: { type: integer }, uniqueItems: true, minItems: 2 }\n  c: { type: array, items: { type: array, items: { type: boolean }, minItems: 1 } }\n  d: { type: array, items: { type: string, enum: [x, y, z] }, uniqueItems: true, minItems: 2 }\n  e: { type: array, prefixItems: [{ type: string }, { type: integer }], items: false }\n  f: { type: array, maxItems: 0 }',
  choices:
    "type: object\nrequired: [a, e]\nproperties:\n  a: { enum: [red, 1, null, true] }\n  b: { const: 5 }\n  c: { type: [string, 'null'] }\n  d: { type: [integer, string] }\n  e: { type: string, enum: ['', x] }\n  f: { type: boolean }\n  g: { type: 'null' }\n  h: {}",
  nested:
    'type: object\nrequired: [a]\nproperties:\n  a:\n    type: object\n    required: [b]\n    properties:\n      b: { type: array, minItems: 1, items: { type: object, required: [c], properties: { c: { type: integer }, d: { type: string } } } }\n  e: { type: object, properties: { f: { type: object, properties: { g: { type: string } } } } }',
  closed:
    'type: object\nrequired: [a]\nadditionalProperties: false\nproperties: { a: { type: string }, b: { type: object, additionalProperties: { type: integer } } }',
  map: 'type: object\nminProperties: 2\nmaxProperties: 3\nadditionalProperties: { type: object, required: [x], properties: { x: { type: integer } } }',
  allOf:
    'allOf:\n  - type: object\n    required: [a]\n    properties: { a: { type: integer, minimum: 3 } }\n  - type: object\n    required: [b]\n    properties: { a: { maximum: 9 }, b: { type: string, minLength: 2 } }',
  oneOf:
    'oneOf:\n  - type: object\n    required: [kind, wheels]\n    properties: { kind: { const: car }, wheels: { type: integer, minimum: 3 } }\n  - type: object\n    required: [kind, sails]\n    properties: { kind: { const: boat }, sails: { type: integer } }',
  'oneOf of members':
    'type: object\nrequired: [id, value]\nproperties:\n  id: { type: integer }\n  value: { oneOf: [{ type: string, maxLength: 3 }, { type: integer, maximum: 5 }] }\n  other: { anyOf: [{ type: boolean }, { type: array, items: { type: string } }] }',
  'oneOf beside members':
    'type: object\nrequired: [id]\nproperties: { id: { type: integer } }\nanyOf:\n  - required: [a]\n    properties: { a: { type: string } }\n  - required: [b]\n    properties: { b: { type: integer } }',
  'one way':
    'type: object\nrequired: [id, name, secret]\nproperties:\n  id: { type: integer, readOnly: true }\n  name: { type: string }\n  secret: { type: string, writeOnly: true }',
  not: 'type: object\nrequired: [a]\nproperties: { a: { type: string, not: { enum: [b] } } }',
  conditional:
    'type: object\nrequired: [kind]\nproperties: { kind: { enum: [a, b] }, size: { type: integer } }\nif: { properties: { kind: { const: a } } }\nthen: { required: [size] }',
  dependent:
    'type: object\nproperties: { card: { type: string }, address: { type: string } }\ndependentRequired: { card: [address] }',
  unevaluated:
    'allOf: [{ type: object, properties: { a: { type: integer } } }]\nproperties: { b: { type: string } }\nunevaluatedProperties: false',
  'a list': 'type: array\nminItems: 1\nitems: { type: object, required: [id], properties: { id: { type: integer } } }',
  'a string': 'type: string\nminLength: 2',
  'an integer': 'type: integer\nformat: int32\nminimum: 0',
  'strange names':
    'type: object\nrequired: ["a/b", "~", "", "__proto__"]\nproperties:\n  "a/b": { type: integer }\n  "~": { type: string }\n  "": { type: boolean }\n  "__proto__": { type: integer }\n  "ü ": { type: string }',
  recursive:
    'type: object\nrequired: [name]\nproperties:\n  name: { type: string }\n  children: { type: array, items: { $ref: "#/paths/~1things/post/requestBody/content/application~1json/schema" } }\n  parent: { $ref: "#/paths/~1things/post/requestBody/content/application~1json/schema" }',
  untyped: 'properties: { a: { minimum: 3 }, b: { maxLength: 2 } }\nrequired: [a]',
  anything: '{}',
  'an example alone':
    "type: object\nrequired: [a]\nproperties: { a: { type: string, pattern: '^(?=.*a)(?=.*b)(?!.*c).{6}$' } }\nexample: { a: xxabxx }",
  'alternatives that differ within a list alone':
    'oneOf:\n  - { type: object, properties: { count: { type: string }, messages: { type: array, items: { type: object, properties: { to: { type: string } } } } } }\n  - { type: object, properties: { count: { type: string }, messages: { type: array, items: { type: object, properties: { error: { type: string } } } } } }',
};
