import type { Faker } from '@faker-js/faker';
import { words } from '../../openapi/resources/names.ts';
import type { SeededFaker } from './seeded-faker.ts';

/** The object that a property belongs to. */
export interface Owner {
  /** Seed of what its properties share, such as the name in an e-mail address. */
  readonly key: string;
  /** Words of its name in the singular, e.g. `book`. */
  readonly words: readonly string[];
  /** Its properties, each as words in lower case. */
  readonly phrases: ReadonlySet<string>;
}

/** A value to make up. */
export interface Property {
  /** Seed of the value alone. */
  readonly key: string;
  readonly name: string;
  /** Position of its record in a list. */
  readonly index: number;
  /** True if its object is the whole value or an item of a list, and so has identifiers of its own. */
  readonly isRecord: boolean;
  readonly owner: Owner;
}

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
}

/** Parts of a full name, which are named by a single word inside an object `name`. */
const NAME_PARTS = /^(first|last|middle|given|family|full)$/;

/** What a rule makes a value from; equal properties with equal attempts get equal values. */
export class PropertySource {
  readonly property: Property;
  /** The name of the property in lower-case words, e.g. `created at`. */
  readonly phrase: string;
  /** Midnight (UTC) of the day on which all dates depend. */
  readonly today: number;
  /** Greater than 0 if an earlier value was taken. */
  readonly attempt: number;
  private readonly fakers: SeededFaker;

  constructor(fakers: SeededFaker, property: Property, today: number, attempt: number) {
    this.fakers = fakers;
    this.property = property;
    this.today = today;
    this.attempt = attempt;
    const phrase = words(property.name).join(' ');
    this.phrase = property.owner.words.at(-1) === 'name' && NAME_PARTS.test(phrase) ? `${phrase} name` : phrase;
  }

  /** Returns Faker, seeded for this property. */
  get faker(): Faker {
    return this.fakers.at(`${this.property.key} ${this.attempt}`);
  }

  /** Returns Faker, seeded for something that several properties of the same object share. */
  shared(topic: string): Faker {
    return this.fakers.at(`${this.property.owner.key} ${topic}`);
  }

  /** Returns Faker, seeded for something that is the same in all that is made up. */
  everywhere(topic: string): Faker {
    return this.fakers.at(topic);
  }

  /** Returns the person in this role, e.g. `customer` for `customerName` and `customerEmail`. */
  person(role: string): Person {
    const faker = this.shared(`person ${role} ${this.attempt}`);
    return { firstName: faker.person.firstName(), lastName: faker.person.lastName() };
  }

  /** True if the object is named by one of these words, or if its last word is one. */
  isOwnedBy(kinds: ReadonlySet<string>): boolean {
    return kinds.has(this.property.owner.words.at(-1) ?? '');
  }

  /** Returns whether the object has a property like this, too. */
  hasSibling(pattern: RegExp): boolean {
    for (const phrase of this.property.owner.phrases) if (pattern.test(phrase)) return true;
    return false;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return this.faker.helpers.arrayElement(choices);
  }
}
