import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../harness/core/model.ts';
import { mayBeHidden } from '../../../../harness/runner/suites/stateful/steps/hidden-record.ts';

test.each<[body: JsonObject, isHidden: boolean]>([
  [{ archived: true }, true],
  [{ isDeleted: true }, true],
  [{ status: 'archived' }, true],
  [{ orderState: 'DELETED' }, true],
  [{ archived: false }, false],
  [{ title: 'archived' }, false],
  [{ status: 'draft', paid: true }, false],
])('whether what was sent as %j may hide its record: %s', (body, isHidden) => {
  const shown = Object.entries(body).map(([name, value]) => ({ pointer: `/${name}`, value, initial: undefined }));
  expect([mayBeHidden([], body), mayBeHidden(shown, undefined)]).toEqual([isHidden, isHidden]);
});
