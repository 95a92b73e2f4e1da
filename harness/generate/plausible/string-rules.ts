import { currencyText } from './currency-rules.ts';
import { dateFor, dateTime, momentFor } from './dates.ts';
import { imageDataUrl, initials } from './image-url.ts';
import { anyTag, capitalized, fullName, modelName, nameOf, ownName, productName, slug } from './name-rules.ts';
import type { PropertySource } from './property-source.ts';

/** @param role the words before those that the rule is about, e.g. `billing` in `billing city` */
type Maker = (source: PropertySource, role: string) => string;
type Rule = readonly [name: RegExp, make: Maker];

const AVATARS = /avatar|photo|portrait|profile (image|picture)/;
const ADDRESS_PARTS = /^(city|town|zip|zip ?code|post(al)? ?code|street)/;
/** Objects whose properties are URLs, such as `next` and `self`. */
const LINKS: ReadonlySet<string> = new Set(['link', 'url', 'href']);
/** What is beside the name by which somebody signs in, and not beside that of a bank account. */
const SIGN_IN = /(^| )(password|login|e ?mails?|first name|last name)$/;
const PHONES: ReadonlySet<string> = new Set(['phone', 'telephone', 'mobile', 'fax']);
const CONTACT_HOSTS = 'example.com';
/** How URLs begin that are made up. */
export const MADE_UP_URL = `https://${CONTACT_HOSTS}/`;

const PEOPLE: readonly Rule[] = [
  [/e ?mails?( address)?$/, email],
  [/(first|given|fore) ?names?$|^name first$/, (source, role) => source.person(role).firstName],
  [/(last|family|sur) ?names?$|^name last$/, (source, role) => source.person(role).lastName],
  [/middle ?name$/, ({ faker }) => faker.person.middleName()],
  [/(full|display|real|contact|holder|person) ?name$/, fullName],
  [/(user ?name|login|handle|nick ?name|screen ?name)$/, userName],
  [/account ?name$/, (source, role) => (source.hasSibling(SIGN_IN) ? userName(source, role) : ownName(source))],
  [/^(twitter|instagram|github|gitlab|skype|telegram|mastodon|facebook|linked ?in|slack)( (id|account))?$/, userName],
  [/initials$/, (source, role) => initials(fullName(source, role))],
  [/(job|position) ?title$|occupation$|profession$|^position$/, ({ faker }) => faker.person.jobTitle()],
  [/gender$|^sex$/, ({ faker }) => faker.person.sexType()],
  [/salutation$|honorific$|name prefix$/, (source) => source.pick(['Ms.', 'Mr.', 'Dr.'])],
  [/pronouns?$/, (source) => source.pick(['she/her', 'he/him', 'they/them'])],
  [/(phone|mobile|fax|tel|telephone|cell|cellphone)( ?(number|no))?$/, phone],
  [/(nationality|citizenship)$/, ({ faker }) => faker.location.country()],
  [
    /^(assigned|created|updated|modified|deleted|reported|approved|uploaded|posted|written|reviewed|owned) (by|to)$/,
    fullName,
  ],
  [
    /^(author|owner|assignee|reviewer|creator|customer|artist|manager|teacher|driver|contact|sender|recipient|reporter)s?( name)?$/,
    fullName,
  ],
];

const PLACES: readonly Rule[] = [
  [
    /(street ?address|address ?line ?1?|street( line)? ?1?|^line ?1|^address 1|address1)$/,
    ({ faker }) => faker.location.streetAddress(),
  ],
  [
    /(address ?line ?2|street ?2|^line ?2|^address 2|address2|secondary address|apartment|suite|unit number)$/,
    ({ faker }) => faker.location.secondaryAddress(),
  ],
  [/(building|house|street) ?(number|no|nr)$/, ({ faker }) => faker.location.buildingNumber()],
  [/(city|town|municipality|locality|place of birth|birth ?place)( name)?$/, ({ faker }) => faker.location.city()],
  [/(zip|zip ?code|postal|post(al)? ?code|postcode)$/, ({ faker }) => faker.location.zipCode('#####')],
  [/(state|province|region|county)( name)?$/, state],
  [/country ?(code|iso\d?)$/, (source) => (isOfStates(source) ? 'US' : source.faker.location.countryCode())],
  [/country( name)?$/, (source) => (isOfStates(source) ? 'United States' : source.faker.location.country())],
  [/(^| )room( ?(name|no|number))?$/, ({ faker }) => `Room ${faker.number.int({ min: 101, max: 430 })}`],
  [/continent$/, ({ faker }) => faker.location.continent()],
  [
    /time ?zone$|^tz$/,
    (source) => source.pick(['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Europe/London', 'UTC']),
  ],
  [/(latitude|^lat)$/, ({ faker }) => String(faker.location.latitude({ min: -60, max: 70, precision: 4 }))],
  [/(longitude|^lng|^lon|^long)$/, ({ faker }) => String(faker.location.longitude({ precision: 4 }))],
  [
    /(address|location|venue|headquarters)$/,
    ({ faker }) => `${faker.location.streetAddress()}, ${faker.location.city()}`,
  ],
];

const WEB: readonly Rule[] = [
  [
    /(avatar|photo|picture|image|thumbnail|thumb|logo|icon|cover|banner|portrait|poster|img)s?( ?(url|uri|link|href|src|source|large|small))?$/,
    image,
  ],
  [/(url|uri|href|link|website|web ?site|home ?page|permalink|callback|endpoint|src)s?$/, url],
  [/(domain|host)( ?name)?$|hostname$/, ({ faker }) => `${faker.internet.domainWord()}.${CONTACT_HOSTS}`],
  [/(^| )ip(v4)?( ?address)?$/, ({ faker }) => `192.0.2.${faker.number.int({ min: 1, max: 254 })}`],
  [/mac( address)?$/, ({ faker }) => faker.internet.mac()],
  [/user ?agent$/, () => 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'],
  [/slug$|^(permalink|handle)$/, (source) => slug(ownName(source))],
  [/(file ?name|^file|attachment|document name)$/, ({ faker }) => faker.system.commonFileName()],
  [/(path|directory|folder)$/, ({ faker }) => `/${faker.lorem.word()}/${faker.system.commonFileName()}`],
  [
    /(mime|content|media) ?type$/,
    (source) => source.pick(['image/png', 'application/pdf', 'text/plain', 'application/json']),
  ],
  [/(file )?extension$/, (source) => source.pick(['pdf', 'png', 'txt', 'csv'])],
  [
    /(token|secret|api ?key|signature|e ?tag|checksum|hash|digest|cursor|nonce|sha\d*|md5|fingerprint)$/,
    ({ faker }) => faker.string.hexadecimal({ length: 32, casing: 'lower', prefix: '' }),
  ],
  [/password$|passphrase$/, ({ faker }) => `${capitalized(faker.lorem.word())}-${faker.string.numeric(4)}!`],
  [/version$/, ({ faker }) => faker.system.semver()],
];

const TRADE: readonly Rule[] = [
  [/currency ?symbol$/, (source) => source.pick(['€', '$', '£'])],
  [/currency( ?code)?$/, (source) => source.everywhere('currency').helpers.arrayElement(['EUR', 'USD', 'GBP'])],
  [
    /(price|cost|amount|total|subtotal|fee|tax|balance|salary|budget|revenue)$/,
    ({ faker }) => faker.commerce.price({ min: 5, max: 250 }),
  ],
  [
    /(company|organi[sz]ation|employer|vendor|supplier|brand|manufacturer|merchant|publisher|carrier|agency|bank)( ?name)?$/,
    ({ faker }) => faker.company.name(),
  ],
  [/product( name)?$/, productName],
  [/(^| )model( name)?$/, modelName],
  [/department$/, ({ faker }) => faker.commerce.department()],
  [/material$/, ({ faker }) => faker.commerce.productMaterial()],
  [/isbn( ?\d*)?$/, ({ faker }) => faker.commerce.isbn({ separator: '' })],
  [/(ean|gtin|upc|barcode)$/, ({ faker }) => faker.string.numeric(13)],
  [
    /(sku|article number|part number|product code|item code)$/,
    ({ faker }) => `${faker.string.alpha({ length: 3, casing: 'upper' })}-${faker.string.numeric(4)}`,
  ],
  [/iban$/, ({ faker }) => faker.finance.iban()],
  [/(bic|swift)( ?code)?$/, ({ faker }) => faker.finance.bic()],
  // A test number of the card networks, which no card has.
  [/(card|credit card) ?number$/, () => '4242424242424242'],
  [/(license|licence|number) ?plate$/, ({ faker }) => faker.vehicle.vrm()],
  [/(tax|vat) ?(code|id|no|number)$|^ein$/, ({ faker }) => faker.string.numeric(9)],
  [
    /(page|line|chapter|track|row|seat|floor|week|season|episode|issue|volume|position|step) (number|no|nr)$/,
    ({ faker }) => String(faker.number.int({ min: 1, max: 40 })),
  ],
  [
    /(reference|account|ticket|booking|confirmation|tracking|order|invoice)( ?(ref|reference|code))$|(^| )(number|no|nr|reference|ref)$/,
    ({ faker }) => `${faker.string.alpha({ length: 2, casing: 'upper' })}-${faker.string.numeric(6)}`,
  ],
  [/(^| )prefix$/, ({ faker }) => faker.string.alpha({ length: 3, casing: 'upper' })],
  [/unit$/, (source) => source.pick(['piece', 'kg', 'l', 'm'])],
];

const TEXTS: readonly Rule[] = [
  [
    /(date ?time|timestamp|(created?|creation|updated?|modification|deleted?|modified|published|expires?|expiration|started|ended|completed|submitted)( ?(at|on|time))|last (modified|updated|changed|seen|login)|( at))$/,
    (source) => dateTime(momentFor(source)),
  ],
  [/date ?(time ?)?format$/, () => 'YYYY-MM-DD'],
  [/(date|birthday|dob|deadline|day)$/, dateFor],
  [/(duration)$/, ({ faker }) => `PT${faker.number.int({ min: 5, max: 90 })}M`],
  [/(time)$/, (source) => dateTime(momentFor(source)).slice(11, 16)],
  [/(language|locale|lang)( ?code)?$/, (source) => source.pick(['en', 'de', 'fr', 'es'])],
  [/colou?r( ?(code|hex))?$|hex$/, ({ faker }) => faker.color.rgb({ casing: 'lower' })],
  [
    /(description|summary|abstract|bio|about|biography|overview|details|synopsis)$/,
    ({ faker }) => faker.lorem.sentence({ min: 8, max: 16 }),
  ],
  [/(content|body|text|article|html|markdown)$/, ({ faker }) => faker.lorem.paragraph(3)],
  [
    /(comment|note|message|remark|review|feedback|quote|excerpt|caption|hint|answer|question|instructions|reason)s?$/,
    ({ faker }) => faker.lorem.sentence({ min: 4, max: 10 }),
  ],
  [/(subject|headline|heading|tagline|slogan|subtitle|sub title)$/, ({ faker }) => faker.company.catchPhrase()],
  [/(tag|keyword|label|topic|interest|skill|hobby|amenity|feature)s?$/, anyTag],
  [/categor(y|ies)( name)?$/, ({ faker }) => faker.commerce.department()],
  [/(^| )emojis?$/, (source) => source.pick(['👍', '🎉', '😄', '👀', '🚀', '🙏'])],
  [/genres?$/, ({ faker }) => faker.book.genre()],
  [/(status|state)$/, (source) => source.pick(['active', 'pending', 'completed'])],
  [/roles?$/, (source) => source.pick(['member', 'editor', 'admin'])],
  [/(type|kind)$/, (source) => source.pick(['standard', 'basic', 'premium'])],
  [/(code|key|abbreviation|symbol)$/, ({ faker }) => faker.string.alpha({ length: 6, casing: 'upper' })],
  [/^(name|title|label|display name)$/, ownName],
  [/(short|long|native|official|legal) ?names?$/, ownName],
  [/(name|title)s?$/, (source, role) => nameOf(role.split(' ').at(-1) ?? '', source) ?? ownName(source)],
];

const RULES: readonly Rule[] = [...PEOPLE, ...WEB, ...PLACES, ...TRADE, ...TEXTS];

/** What something says that it is, beside its identifier or its items: `customer`, or `list`. */
function objectName({ property: { owner } }: PropertySource): string | undefined {
  if (owner.phrases.has('data')) return 'list';
  return owner.phrases.has('id') && owner.words.length > 0 ? owner.words.join('_') : undefined;
}

/** Makes a string by the name of the property. @returns undefined if no rule knows the name */
export function stringByName(source: PropertySource): string | undefined {
  const { phrase } = source;
  if (source.isOwnedBy(LINKS)) return url(source);
  if (phrase === 'number' && source.property.owner.words.some((word) => PHONES.has(word))) return phone(source);
  if (phrase === 'object') return objectName(source);
  if (phrase === 'format' && source.property.owner.words.includes('date')) return 'YYYY-MM-DD';
  const ofCurrency = currencyText(source);
  if (ofCurrency !== undefined) return ofCurrency;
  for (const [name, make] of RULES) {
    const match = name.exec(phrase);
    if (match && isWholeWords(phrase, match)) return make(source, phrase.slice(0, match.index).trim());
  }
  return undefined;
}

/** A match that begins within a word is about something else, e.g. `capacity` is no city. */
function isWholeWords(phrase: string, { index }: RegExpExecArray): boolean {
  return index === 0 || phrase[index] === ' ' || phrase[index - 1] === ' ';
}

/** An address of a domain that is reserved for examples (RFC 2606), so that nobody ever gets mail. */
export function email(source: PropertySource, role = ''): string {
  const { firstName, lastName } = source.person(role);
  return `${slug(firstName)}.${slug(lastName)}@${CONTACT_HOSTS}`;
}

function userName(source: PropertySource, role: string): string {
  const { firstName, lastName } = source.person(role);
  return `${slug(firstName)}.${slug(lastName)}`.replaceAll('-', '');
}

/** A number that is reserved for fiction (North American Numbering Plan, 555-0100 to 555-0199). */
export function phone({ faker }: PropertySource): string {
  return `+1-${faker.helpers.arrayElement(['202', '303', '415', '512', '646'])}-555-01${faker.string.numeric(2)}`;
}

function state(source: PropertySource): string {
  const isPlace = source.phrase !== 'state' || source.hasSibling(ADDRESS_PARTS);
  return isPlace ? source.faker.location.state() : source.pick(['active', 'pending', 'completed']);
}

/** True in an address of the United States, as all made-up cities and postal codes are. */
function isOfStates(source: PropertySource): boolean {
  return source.hasSibling(/^(state|province|zip|zip ?code|postal ?code)$/);
}

export function url(source: PropertySource): string {
  const { faker } = source;
  return MADE_UP_URL + faker.lorem.slug(2);
}

function image(source: PropertySource): string {
  const { faker } = source;
  const letters = AVATARS.test(source.phrase)
    ? initials(fullName(source, ''))
    : faker.string.alpha({ length: 2, casing: 'upper' });
  return imageDataUrl(letters, source.faker.number.int({ min: 0, max: 359 }));
}
