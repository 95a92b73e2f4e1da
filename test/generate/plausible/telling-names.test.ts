import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../harness/core/model.ts';
import { make, objectOf, record } from './things.ts';

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time', nullable: true };
const made = (properties: object, key = 'thing') => objectOf(make(record(properties), { key }));
const keys = Array.from({ length: 20 }, (_, index) => `thing ${index}`);

describe('a text means what its name and its format say', () => {
  const moment = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
  test.each([
    ['createTime', {}, moment],
    ['lastModified', {}, moment],
    ['startTime', { format: 'google-datetime' }, moment],
    ['seen', { format: 'timestamp' }, moment],
    ['slotCount', { format: 'int64' }, /^\d+$/],
    ['eTag', {}, /^[0-9a-f]{32}$/],
    ['nameFirst', {}, /^\p{Lu}[\p{L}'-]+$/u],
    ['twitter', {}, /^[a-z]+\.[a-z]+$/],
    ['model', {}, /^[A-Z][a-z]+ \d{3}$/],
    ['room', {}, /^Room \d{3}$/],
    ['offerNumber', {}, /^[A-Z]{2}-\d{6}$/],
    ['voucher_no', {}, /^[A-Z]{2}-\d{6}$/],
    ['number', {}, /^[A-Z]{2}-\d{6}$/],
    ['accountName', {}, /^[A-Z][a-z]+ [A-Z][a-z]+$/],
    ['dateFormat', {}, /^YYYY-MM-DD$/],
    ['decimal_separator', {}, /^\.$/],
    ['thousandsSeparator', {}, /^,$/],
    ['pageNumber', {}, /^[1-9]\d?$/],
    ['taxcode', {}, /^\d{9}$/],
    ['vatNumber', {}, /^\d{9}$/],
    ['prefix', {}, /^[A-Z]{3}$/],
    ['emoji', { maxLength: 8 }, /^\p{Emoji}+$/u],
  ])('%s', (name, schema, pattern) => {
    for (const key of keys) expect(made({ [name]: { ...text, ...schema } }, key)[name]).toMatch(pattern);
  });
});

test('an address with a state is in the United States, as its city is', () => {
  expect(made({ city: text, state: text, countryCode: text })).toMatchObject({ countryCode: 'US' });
});

test('all prices are in one currency, whether it is enumerated or not', () => {
  const price = { type: 'object', properties: { currency: { enum: ['EUR', 'USD', 'GBP', 'JPY'] } } };
  const currencies = (properties: object) =>
    keys.flatMap((key) => Object.values(made(properties, key)).map((each) => JSON.stringify(each)));
  expect(new Set(currencies({ price, fee: price })).size).toBe(1);
  expect(new Set(currencies({ currency: text, feeCurrency: text })).size).toBe(1);
});

test('what a currency is called and how it is written matches, and the currencies of a list differ', () => {
  const currency = {
    type: 'object',
    properties: { code: text, name: text, symbol: text },
    required: ['code', 'name', 'symbol'],
  };
  const value = objectOf(make({ ...record({ currencies: { type: 'array', minItems: 3, items: currency } }) }));
  const list = value['currencies'] as JsonObject[];
  const known: Record<string, string> = { EUR: 'Euro', USD: 'US Dollar', GBP: 'Pound Sterling', SEK: 'Swedish Krona' };
  for (const { code, name } of list) expect(known[String(code)] ?? name).toBe(name);
  expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
  expect(list.every(({ code }) => /^[A-Z]{3}$/.test(String(code)))).toBe(true);
  const format = { type: 'object', properties: { iso_code: text, example_format: text } };
  expect(made({ currency_format: format })['currency_format']).toEqual({
    iso_code: expect.stringMatching(/^[A-Z]{3}$/),
    example_format: '1,234.56',
  });
  // The text of an amount is about something else.
  const amount = { type: 'object', properties: { name: text } };
  expect(made({ currency_amount: amount })['currency_amount']).not.toEqual({
    name: expect.stringMatching(/Euro|Dollar/),
  });
});

test('the records of a list share codes of currencies and countries rather than having nonsense', () => {
  const account = {
    type: 'object',
    properties: { currencyCode: text, countryCode: text, state: text },
    required: ['currencyCode', 'countryCode'],
  };
  const value = objectOf(make(record({ accounts: { type: 'array', minItems: 3, items: account } })));
  for (const each of value['accounts'] as JsonObject[])
    expect(each).toMatchObject({ currencyCode: expect.stringMatching(/^(EUR|USD|GBP)$/), countryCode: 'US' });
});

test('the format of dates is one, and that of something else is not', () => {
  const format = { type: 'object', properties: { format: text } };
  expect(made({ date_format: format })['date_format']).toEqual({ format: 'YYYY-MM-DD' });
  expect(made({ image: format })['image']).not.toEqual({ format: 'YYYY-MM-DD' });
});

test('the number of a phone is one, and an account name beside a password is that of a user', () => {
  const phone = { type: 'object', properties: { number: text, type: text } };
  const value = made({
    phoneNumber: phone,
    account: { type: 'object', properties: { accountName: text, password: text } },
  });
  expect(value['phoneNumber']).toMatchObject({ number: expect.stringMatching(/^\+1-/) });
  expect(value['account']).toMatchObject({ accountName: expect.stringMatching(/^[a-z]+\.[a-z]+$/) });
});

test('digits, rates and months are numbers that can be', () => {
  const number = { type: 'number' };
  const whole = { type: 'integer' };
  for (const key of keys) {
    const value = made(
      { decimal_digits: whole, minorUnit: whole, exchangeRate: number, months_to_budget: whole, taxRate: number },
      key,
    );
    expect(value).toMatchObject({ decimal_digits: 2, minorUnit: 2 });
    expect(Number(value['exchangeRate'])).toBeLessThan(1.5);
    expect(Number(value['months_to_budget'])).toBeLessThan(13);
  }
});

test('something with an identifier says by its object what it is, and a list that it is one', () => {
  const said = (properties: object) => new Set(keys.map((key) => made(properties, key)['object']));
  expect(said({ object: text, data: { type: 'array', items: text } })).toEqual(new Set(['list']));
  const customer = made({
    customer: { type: 'object', required: ['id', 'object'], properties: { id: text, object: text } },
  })['customer'];
  expect(customer).toMatchObject({ object: 'customer' });
  // That of a sentence is something else.
  expect(said({ subject: text, object: text })).not.toContain('object');
});

test('nothing warns of anything; records may be warnings', () => {
  const texts = { type: 'array', items: text };
  for (const key of keys) expect(made({ id: text, warnings: texts, tags: texts }, key)['warnings']).toEqual([]);
  const warnings = {
    type: 'array',
    items: { type: 'object', required: ['id'], properties: { id: text, message: text } },
  };
  expect(keys.some((key) => String(made({ warnings }, key)['warnings']) !== '')).toBe(true);
});

test('nothing that is shown is deleted', () => {
  const flag = { type: 'boolean' };
  for (const key of keys)
    expect(made({ deleted: flag, isTrashed: flag }, key)).toEqual({ deleted: false, isTrashed: false });
  // What can be brought back has another name.
  expect(new Set(keys.map((key) => made({ archived: flag }, key)['archived']))).toEqual(new Set([true, false]));
});

test('a response that succeeds says so; records, such as deliveries, may have failed', () => {
  const flag = { type: 'boolean' };
  const values = (properties: object) => new Set(keys.map((key) => made(properties, key)['success']));
  expect(values({ success: flag, message: text })).toEqual(new Set([true]));
  expect(values({ id: text, success: flag })).toEqual(new Set([true, false]));
});

describe('the time of something is there if it has happened', () => {
  const happened = (properties: JsonObject, name: string) =>
    keys.map((key) => {
      const thing = made(properties, key);
      return [thing, thing[name] !== null] as const;
    });

  test('by a status, which has been through those that are listed before', () => {
    const status = { type: 'string', enum: ['draft', 'approved', 'paid', 'void'] };
    for (const [thing, isThere] of happened({ status, approvedAt: time }, 'approvedAt'))
      expect(isThere, JSON.stringify(thing)).toBe(thing['status'] !== 'draft');
  });

  test('by a flag, and for rare things by nothing else', () => {
    for (const [thing, isThere] of happened({ isArchived: { type: 'boolean' }, archivedAt: time }, 'archivedAt'))
      expect(isThere).toBe(thing['isArchived']);
    expect(happened({ deleted_at: time }, 'deleted_at').some(([, isThere]) => isThere)).toBe(false);
    expect(happened({ publishedAt: time }, 'publishedAt').every(([, isThere]) => isThere)).toBe(true);
  });

  test('after the creation and before the last change', () => {
    for (const key of keys) {
      const { createdAt, approvedAt, updatedAt } = made({ createdAt: time, approvedAt: time, updatedAt: time }, key);
      const order = [createdAt, approvedAt, updatedAt].map(String);
      expect(order).toEqual(order.toSorted());
    }
  });
});
