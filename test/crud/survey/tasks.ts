import { type CrudService, crudBugs, type ServiceOptions, variationsOf } from '../../../fixtures/crud/index.ts';

/** A service to verify, with a seed. */
export interface Task {
  readonly service: string;
  readonly kind: 'plain' | 'variation' | 'single' | 'stateful';
  readonly name: string;
  readonly seed: number;
  readonly options: ServiceOptions;
}

export interface Selection {
  readonly kinds: readonly string[];
  /** What the names match. */
  readonly only: RegExp;
  /** Of so many variations and bugs, one. */
  readonly sample: number;
  readonly seeds: readonly number[];
  /** Whether each is run with each seed; otherwise they take turns. */
  readonly isEverySeed: boolean;
}

/** What is run of each service, seed by seed. */
export function tasksOf(services: readonly CrudService[], { seeds, isEverySeed, ...selection }: Selection): Task[] {
  const variants = services.flatMap((service) => variantsOf(service, selection));
  if (isEverySeed) return seeds.flatMap((seed) => variants.map((variant) => ({ ...variant, seed })));
  return variants.map((variant, index) => ({ ...variant, seed: seeds[index % seeds.length] ?? 1 }));
}

export function plainTask({ name: service }: CrudService, seed: number): Task {
  return { service, kind: 'plain', name: 'plain', seed, options: {} };
}

type Variant = Omit<Task, 'seed'>;

function variantsOf(
  service: CrudService,
  { kinds, only, sample }: Omit<Selection, 'seeds' | 'isEverySeed'>,
): Variant[] {
  const bugs = crudBugs.filter(({ services }) => services.includes(service.name));
  const all: Omit<Variant, 'service'>[] = [
    { kind: 'plain', name: 'plain', options: {} },
    { kind: 'plain', name: 'prefilled', options: { prefilled: true } },
    ...variationsOf(service).map(({ name }) => ({ kind: 'variation', name, options: { variations: [name] } }) as const),
    ...bugs.map(({ name, suites }) => {
      return { kind: suites.includes('stateful') ? 'stateful' : 'single', name, options: { bugs: [name] } } as const;
    }),
  ];
  const meant = all.filter(({ kind, name }) => kinds.includes(kind) && only.test(name));
  return meant.filter((_, index) => index % sample === 0).map((each) => ({ service: service.name, ...each }));
}
