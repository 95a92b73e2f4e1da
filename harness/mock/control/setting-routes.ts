import { InputError } from '../../core/errors.ts';
import { isObject } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { FaultInjection } from '../server/fault-injection.ts';
import type { ControlRoutes } from './control-types.ts';
import { FieldReader } from './read-fields.ts';

const MAX_DELAY_MS = 600_000;

/** Delays and failures of all operations. */
export const SETTING_ROUTES: ControlRoutes = {
  'GET settings': ({ faults }) => describe(faults),
  'PATCH settings': ({ faults }, { body }) => {
    const fields = new FieldReader(body(), ['delay', 'fail']);
    const delay = fields.value('delay');
    if (delay !== undefined) faults.setDelay(readDelay(delay));
    const fail = fields.number('fail', 0, 1, false);
    if (fail !== undefined) faults.setFailures(fail);
    return describe(faults);
  },
};

function describe({ settings: { delay, fail } }: FaultInjection): JsonObject {
  return { delay: delay ? { ...delay } : null, fail };
}

/** Milliseconds, `{min, max}`, or null for none. */
function readDelay(value: JsonValue): { min: number; max: number } | undefined {
  if (value === null) return undefined;
  const fields = isObject(value) ? new FieldReader(value, ['min', 'max']) : new FieldReader({ min: value }, ['min']);
  const min = fields.number('min', 0, MAX_DELAY_MS) ?? 0;
  const max = (isObject(value) ? fields.number('max', 0, MAX_DELAY_MS) : undefined) ?? min;
  if (max < min) throw new InputError('max must not be less than min');
  return { min, max };
}
