import { createRequire } from 'node:module';
import { Ajv, type Vocabulary } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../../harness/core/json/index.ts';
import { schemas } from '../documents.ts';
import { closedPair, pair, value } from './random-schemas.ts';

/** `dependentRequired` and `dependentSchemas`, which Ajv's newer drafts have only together with their tracking of evaluated members. */
const { default: next } = createRequire(import.meta.url)('ajv/dist/vocabularies/next.js') as { default: Vocabulary };

const OPTIONS = { strict: false, validateSchema: false, validateFormats: false, ownProperties: true } as const;

test('a value is valid exactly if Ajv accepts it', () => {
  acceptAlike(pair, () => new Ajv({ ...OPTIONS, next: true }).addVocabulary(next));
});

test('so it is with unevaluatedProperties and unevaluatedItems', () => {
  acceptAlike(closedPair, () => new Ajv2020(OPTIONS));
});

function acceptAlike(pairs: typeof pair, create: () => Pick<Ajv, 'compile'>): void {
  fc.assert(
    fc.property(pairs, fc.array(value, { minLength: 4, maxLength: 8 }), ({ A, B }, values) => {
      const text = JSON.stringify({ A, B });
      const validate = create().compile({
        $defs: JSON.parse(text.replaceAll('"$ref":"#', '"$ref":"#/$defs/')),
        $ref: '#/$defs/A',
      });
      const ours = schemas(text.replaceAll('"$ref":"#', '"$ref":"#/components/schemas/')).schemas;
      for (const candidate of values) {
        const json = JSON.stringify(candidate);
        const accepted = ours.accepts('#/components/schemas/A', parseJson(json), 'request');
        expect({ json, accepted }).toEqual({ json, accepted: validate(JSON.parse(json)) });
      }
    }),
    { numRuns: 150 },
  );
}
