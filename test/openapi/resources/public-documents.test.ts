import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadContract } from '../../../harness/openapi/load.ts';
import { resourceModel } from '../../../harness/openapi/resources/infer.ts';
import { sharedProperties } from '../../../harness/openapi/resources/representations/properties.ts';
import { bindings, operationOf, references, roles, typeOf } from './api.ts';
import { GITHUB, MUSEUM, PETSTORE, REALWORLD, TRAIN_TRAVEL } from './public-models.ts';

describe.each([PETSTORE, MUSEUM, TRAIN_TRAVEL, REALWORLD, GITHUB])('what is found in $document', (expected) => {
  const contract = loadContract(join(import.meta.dirname, 'documents', `${expected.document}.yaml`));
  const model = resourceModel(contract);

  test('its resource types', () => {
    expect(Object.fromEntries(model.types.map(({ name, item }) => [name, item ?? '-']))).toEqual(expected.types);
  });

  test('the role of each operation', () => {
    expect(roles(model)).toEqual(expected.roles);
  });

  test.each(Object.entries(expected.bindings))('the identifier %s', (name, list) => {
    const [type = '', identifier = ''] = name.split(' ');
    expect(bindings(model, type, identifier)).toEqual(list);
  });

  test.each(Object.entries(expected.references))('the references of %s', (id, list) => {
    expect(references(model, id)).toEqual(list);
  });

  test.each(Object.entries(expected.shared))('what %s compare', (name, list) => {
    const [type = '', writer = '', reader = ''] = name.split(' ');
    const response = operationOf(model, reader).response;
    const shared = sharedProperties(typeOf(model, type), operationOf(model, writer), operationOf(model, reader));
    expect(shared.map(({ returned }) => returned.slice(response?.envelope.length))).toEqual(list);
  });
});
