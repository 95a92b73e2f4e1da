import { jsonEqual } from '../../core/json/equal.ts';
import { getOwn, isObject, setProperty } from '../../core/json/index.ts';
import type { JsonValue } from '../../core/model.ts';
import { RepeatedSteps, TIMED_OUT } from '../../core/util/deadline.ts';
import type { Contract } from '../../openapi/contract.ts';
import { words } from '../../openapi/resources/names.ts';
import { isTooLarge } from '../../openapi/schema/smallest-size.ts';
import { SchemaRepair } from '../values/repair/repair-value.ts';
import type { Place } from './place.ts';
import { SeededFaker } from './seeded-faker.ts';
import { randomStrings } from './string-values.ts';
import { type Sources, ValueBuilder } from './value-builder.ts';

export interface PlausibleOptions {
  /** Equal seeds give equal values on the same day. */
  readonly seed: string;
  /** The clock; only its day (UTC) counts. */
  readonly now: () => Date;
  readonly onWarning?: (message: string) => void;
}

/** A value to make up. Equal requests get equal values. */
export interface PlausibleRequest {
  /** What the value depends on besides the seed, e.g. a resource type and the identifier of a record. */
  readonly key: string;
  /** Position among values of the same schema: from 1 on, examples of schemas no longer come first. Default 0. */
  readonly index?: number;
  /** What the value describes, e.g. `book`; default: the name of its schema. */
  readonly name?: string;
  /** Values of properties that are decided already, such as identifiers. */
  readonly fixed?: ReadonlyMap<string, JsonValue>;
  /** Length of the list that the value is, alone or in an envelope; the schema may require another. */
  readonly items?: number;
  /** Whether optional properties are left out below the third level, as an error does not show all it could be about. */
  readonly isBrief?: boolean;
}

/** Once may be a machine that was suspended. */
const MAX_TIMEOUTS = 2;
const DAY_MS = 86_400_000;

/** Makes up values that look like data and are valid against their schema in responses. */
export class PlausibleValues {
  private readonly contract: Contract;
  private readonly options: PlausibleOptions;
  private readonly fakers: SeededFaker;
  private readonly repair: SchemaRepair;
  private readonly warned = new Set<string>();
  private readonly steps = new RepeatedSteps<string>(undefined, MAX_TIMEOUTS);

  constructor(contract: Contract, options: PlausibleOptions) {
    this.contract = contract;
    this.options = options;
    this.fakers = new SeededFaker(options.seed);
    this.repair = new SchemaRepair(contract, (schema) => randomStrings([schema], 'repair'));
  }

  /**
   * Returns a plausible value of the schema at a pointer, valid in every part; any valid value if no plausible one is.
   * @returns undefined if no valid value was found in time, or none with the fixed properties
   */
  value(pointer: string, request: PlausibleRequest): JsonValue | undefined {
    if (isTooLarge(this.contract.document, pointer, 'response')) return undefined;
    const made = this.steps.run(pointer, () => this.make(pointer, request));
    return made === TIMED_OUT ? this.repair.nearest(pointer, undefined) : made;
  }

  private make(pointer: string, request: PlausibleRequest): JsonValue | undefined {
    const made = this.build(pointer, request);
    const { fixed } = request;
    if (made === undefined || !fixed || fixed.size === 0) return made;
    if (!isObject(made)) return undefined;
    const wanted = { ...made };
    for (const [name, value] of fixed) setProperty(wanted, name, value);
    const valid = this.repair.isValid(pointer, wanted) ? wanted : this.repair.nearest(pointer, wanted);
    const isKept = (name: string, value: JsonValue) => isObject(valid) && jsonEqual(getOwn(valid, name) ?? null, value);
    return [...fixed].every(([name, value]) => isKept(name, value)) ? valid : undefined;
  }

  /** Most values are valid as a whole; only for others each part has to be. */
  private build(pointer: string, request: PlausibleRequest): JsonValue | undefined {
    const [sources, place] = [this.sources(request), rootPlace(request)];
    const made = new ValueBuilder(sources, 'examples').value([pointer], place);
    if (made !== undefined && this.repair.isValid(pointer, made)) return made;
    return new ValueBuilder(sources, 'all').required(pointer, place);
  }

  private sources({ items, isBrief = false }: PlausibleRequest): Sources {
    const { contract, fakers, repair, options } = this;
    const today = Math.floor(options.now().getTime() / DAY_MS) * DAY_MS;
    return { contract, fakers, repair, today, items, isBrief, onWarning: (message) => this.warn(message) };
  }

  /** Reports each problem once. */
  private warn(message: string): void {
    if (this.warned.has(message)) return;
    this.warned.add(message);
    this.options.onWarning?.(message);
  }
}

function rootPlace({ key, index = 0, name = '' }: PlausibleRequest): Place {
  return {
    key,
    stem: key,
    name,
    index,
    isRecord: true,
    owner: { key, words: words(name), phrases: new Set() },
    depth: 0,
    prefersExamples: index === 0,
    isEnvelope: true,
    taken: undefined,
    takenByName: undefined,
    ancestors: [],
  };
}
