import { describe, expect, test } from 'vitest';
import {
  type ConflictText,
  isConflictIn,
  saysMissing,
  sentencesOf,
} from '../../../../harness/openapi/resources/prose/conflicts.ts';
import { protects } from '../../../../harness/openapi/resources/prose/protection.ts';
import { saysUnique, uniqueNames } from '../../../../harness/openapi/resources/prose/uniqueness.ts';

const STATES = ['draft', 'open', 'active', 'paid', 'shipped', 'cancelled', 'in_progress'];
const conflicts = (text: ConflictText) => STATES.filter((state) => isConflictIn(state, STATES, text));
const said = (...general: string[]) => conflicts({ general, ofResponse: [] });
const ofResponse = (...sentences: string[]) => conflicts({ general: [], ofResponse: sentences });

describe('what a document says of an operation', () => {
  test.each<[string, string[]]>([
    ['only drafts can be paid', ['open', 'active', 'paid', 'shipped', 'cancelled', 'in_progress']],
    ['only a draft can be paid', ['open', 'active', 'paid', 'shipped', 'cancelled', 'in_progress']],
    [
      'the order must have already been paid and not yet cancelled',
      ['draft', 'open', 'active', 'shipped', 'in_progress'],
    ],
    ['the order must be open or active', ['draft', 'paid', 'shipped', 'cancelled', 'in_progress']],
    ['an order cannot be cancelled once shipped', ['shipped']],
    ['an order that is already paid is rejected', ['paid']],
    ['409 unless open', ['draft', 'active', 'paid', 'shipped', 'cancelled', 'in_progress']],
    ['a conflict if it is active or in progress', ['active', 'in_progress']],
    ['409 if paid already', ['paid']],
    ['409 while an order is shipped', []],
    ['409 if it is active for too long', []],
    ['for orders that are open or active', ['draft', 'paid', 'shipped', 'cancelled', 'in_progress']],
    ['for orders that are paid by card', []],
    ['for orders that are open, sends a reminder', []],
    ['pays the order', []],
    ['the name must be unique among active orders', []],
    ['an order cannot be opened while another open order exists', []],
    ['only the owner can cancel an open order', []],
    ['cancels the order; this cannot be undone', []],
  ])('%s', (sentence, expected) => {
    expect(said(sentence)).toEqual(expected);
  });
});

test.each<[before: string, rest: string, expected: string[]]>([
  ['make a draft active', 'others are a conflict', ['open', 'active', 'paid', 'shipped', 'cancelled', 'in_progress']],
  ['ship an open or paid order', 'all others are rejected', ['draft', 'active', 'shipped', 'cancelled', 'in_progress']],
  ['finish any order in progress', 'others are a conflict', []],
  ['make an order paid', 'others are a conflict', []],
  ['make it an active order', 'everything else is a conflict', []],
  ['ship a paid order', 'other users get a conflict', []],
  ['ship a paid order', 'others follow later', []],
])('%s; %s', (before, rest, expected) => {
  expect(said(before, rest)).toEqual(expected);
});

describe('what a document says of a conflict', () => {
  test.each<[string, string[]]>([
    ['the order is not open', ['draft', 'active', 'paid', 'shipped', 'cancelled', 'in_progress']],
    ['not a draft', ['open', 'active', 'paid', 'shipped', 'cancelled', 'in_progress']],
    ['the order is paid or shipped', ['paid', 'shipped']],
    ['the ticket is still in progress', ['in_progress']],
    ['conflict', []],
    ['the version is out of date', []],
    ['the order was modified while active', []],
    ['the name is taken by another open order', []],
    ['the order is not in a state that allows it', []],
    [
      'the order is not paid, or the amount is more than is due',
      ['draft', 'open', 'active', 'shipped', 'cancelled', 'in_progress'],
    ],
    [
      'it is not open or the customer has another order',
      ['draft', 'active', 'paid', 'shipped', 'cancelled', 'in_progress'],
    ],
    ['there are none left, or it is cancelled', ['cancelled']],
    [
      'the order is not open, more is reserved than is left, or a product is deleted',
      ['draft', 'active', 'paid', 'shipped', 'cancelled', 'in_progress'],
    ],
    ['the order is open, but a product is sold, or the shop is closed', []],
    ['if the order is paid or the amount is more than is due', ['paid']],
  ])('%s', (sentence, expected) => {
    expect(ofResponse(sentence)).toEqual(expected);
  });
});

test('a record is protected by those that the document names', () => {
  const text = (sentence: string): ConflictText => ({ general: [], ofResponse: [sentence] });
  expect(protects(['book'], text('the author has books'), true)).toBe(true);
  expect(protects(['book'], text('the author has no books'), true)).toBe(false);
  expect(protects(['order'], text('the author has books'), true)).toBe(false);
  const general = (...sentences: string[]) => ({ general: sentences, ofResponse: ['conflict'] });
  expect(protects(['book'], general('deletes an author who has no books'), true)).toBe(false);
  expect(protects(['book'], general('deletes an author who has no books'), false)).toBe(true);
  expect(protects(['book'], general('only an author who has no books can be deleted'), true)).toBe(true);
  expect(protects(['book'], general('409 while the author has books, which stay'), true)).toBe(true);
  expect(protects(['book'], general('409 if there are any books'), true)).toBe(true);
  expect(protects(['book'], general('409 if there are no books'), true)).toBe(false);
  expect(protects(['book'], general('deletes an author with the books', '409 while a book is on loan'), true)).toBe(
    false,
  );
  expect(protects(['book'], general('409 if the author has books on loan'), true)).toBe(false);
});

test.each<[name: string, general: string, ofResponse: string]>([
  ['endpoint', 'however, new messages can not be sent with it and endpoints can not filter on it', 'conflict'],
  ['project', 'remove a domain from a project', 'the project is currently being transferred'],
  ['comment', 'delete a comment or a reply', 'comment is already deleted'],
  ['payment', 'delete periodic payment', 'payment delete error'],
  ['session', 'cancels a specific webinar', 'conflict (webinar is in session)'],
  ['api', 'delete an api', 'the api has published versions and cannot be deleted'],
])('what a %s is, or what went wrong, protects nothing: %s', (name, general, ofResponse) => {
  expect(protects([name], { general: [general], ofResponse: [ofResponse] }, true)).toBe(false);
});

test.each([
  'books exist',
  'still used by a book',
  'a book is still there',
  'books of the author are left',
  'stock is left',
])('that there are some protects: %s', (sentence) => {
  const name = sentence.startsWith('stock') ? 'stock' : 'book';
  expect(protects([name], { general: [], ofResponse: [sentence] }, true)).toBe(true);
});

test.each<[string, string[], boolean]>([
  ['not possible while the author has an open book (409)', ['open'], true],
  ['not possible while the author has an open book (409)', ['closed'], false],
  ['not possible while the author has an open book (409)', [], false],
  ['409 while there are books in progress', ['in_progress'], false],
  ['409 while there are in-progress books', ['in_progress'], true],
])('a record is protected by those in a state, as the document says: %s, %s', (sentence, states, expected) => {
  expect(protects(['book'], { general: [sentence], ofResponse: ['conflict'] }, true, states)).toBe(expected);
});

test('a sentence goes on in the next line of its paragraph', () => {
  const text = 'Not possible once\nshipped. A draft,\nor what is open, is\n- paid\nFree.';
  expect(sentencesOf(text)).toEqual(['not possible once shipped', 'a draft, or what is open, is', '- paid', 'free']);
});

test.each<[string, string, boolean]>([
  ['409 while the author has books that are not closed', 'open', true],
  ['409 while the author has books that are not closed', 'closed', false],
  ['409 if there are books which are open', 'open', true],
  ['409 if there are books that are not on loan', 'open', false],
])('a record is protected by those that are in a state: %s, %s', (sentence, state, expected) => {
  expect(protects(['book'], { general: [sentence], ofResponse: [] }, true, [state], ['open', 'closed'])).toBe(expected);
});

test.each<[string, string, boolean]>([
  ['an author with books cannot be deleted', 'closed', true],
  ['an author with open books cannot be deleted', 'closed', false],
  ['an author with open or lent books cannot be deleted', 'lent', true],
  ['an author that is of a book that is open or lent, cannot be deleted', 'closed', false],
  ['an author that is of a book that is open or lent, cannot be deleted', 'lent', true],
  ['an author that is of a book that is not closed cannot be deleted', 'open', true],
  ['an author with unpaid books cannot be deleted', 'open', false],
  ['an author with an error in one of its books cannot be deleted', 'open', false],
  ['an author cannot be deleted while any book refers to them', 'closed', true],
])('what is said of those that protect a record holds for them alone: %s, %s', (sentence, state, expected) => {
  const text = { general: [sentence], ofResponse: [] };
  expect(protects(['book'], text, true, [state], ['open', 'lent', 'closed'])).toBe(expected);
});

test('a record is not protected by those that the document says are deleted with it', () => {
  const ofResponse = ['the author has books'];
  expect(protects(['book'], { general: ['also deletes the books of the author'], ofResponse }, true)).toBe(false);
  expect(protects(['book'], { general: ['deletes an author together with the orders'], ofResponse }, true)).toBe(true);
});

describe('values that must be unique, as the document says', () => {
  test.each<[string, string[]]>([
    ['the email is already registered', ['email']],
    ['a user with that e-mail or user name already exists', ['email', 'userName']],
    ['duplicate email', ['email']],
    ['a user with that email exists', ['email']],
    ['a user with that email no longer exists', []],
    ['the email exists', []],
    ['an email with this user name already exists', ['userName']],
    ['the user name is used by another email', ['userName']],
    ['a resource being email already exists', []],
    ['the email must be unique', ['email']],
    ['the email is used by another user', ['email']],
    ['there is a user of this email, in upper or lower case', ['email']],
    ['there is no user of this email', []],
    ['another user has this email', ['email']],
    ['another user already uses the same email', ['email']],
    ['another user has no email', []],
    ['the user already exists', []],
    ['the email was changed meanwhile', []],
    ['the emails are taken', []],
  ])('%s', (sentence, expected) => {
    expect(uniqueNames(['email', 'userName', 'age'], { general: [], ofResponse: [sentence] })).toEqual(expected);
  });
});

test.each<[name: string, text: string, unique: boolean]>([
  ['key', 'short key, unique among all projects', true],
  ['name', 'unique', true],
  ['name', 'must be unique', true],
  ['email', 'unique e-mail address', true],
  ['displayName', 'unique display name of the user', true],
  ['code', 'a unique code', true],
  ['key', 'unique within the workspace', true],
  ['orderId', 'unique id of the order', false],
  ['order', 'unique identifier of the order', false],
  ['name', 'need not be unique', false],
  ['idempotency_key', 'can be any valid string but must be unique for every request', false],
  ['retry_id', 'this value must be unique within the last 24 hours', false],
  ['code', 'regardless of case, this code must be unique across all active promotion codes for each customer', false],
  ['name', 'should be unique', false],
  ['name', 'what makes the room unique for guests if it is large', false],
])('%s: %s', (name, text, unique) => {
  expect(saysUnique(name, text)).toBe(unique);
});

test.each<[text: string, names: string[]]>([
  ['create a user', []],
  ['409 if the email exists', ['email']],
  ['conflict if the e-mail is taken', ['email']],
  ['409 on a duplicate email or if the user is too young for an age', ['email']],
  ['409 if no email exists', []],
  ['the email must not be used by another user (409)', ['email']],
  ['the user name must be new (409)', ['userName']],
  ['the e-mail address must be new (409)', ['email']],
  ['an email can be registered only once (409)', ['email']],
  ['the email must differ from those of all users, whatever the case (409)', ['email']],
  ['an email can be sent once the user is active, else 409', []],
  ['the email must be new', []],
  ['the email exists in the directory', []],
  ['409 while a user of that age is active', []],
])('of what an operation does: %s', (sentence, names) => {
  const text = { general: [sentence], ofResponse: ['conflict with the current state'] };
  expect(uniqueNames(['email', 'userName', 'age'], text)).toEqual(names);
});

test.each<[text: string, unknown: string[]]>([
  ['The patient does not exist.', ['patient']],
  ['Invalid, or the patient or the room does not exist.', ['patient', 'room']],
  ['Unknown patient, room or doctor', ['patient', 'room', 'doctor']],
  ['No such room or patient, or the day is over', ['patient', 'room']],
  ['The patient, the room or the given doctor was not found', ['patient', 'room', 'doctor']],
  ['The patient is dead, or the room is unknown', ['room']],
  ['The room of the patient is full', []],
  ['No patient, and no room', []],
])('a text names what is missing: %s', (text, unknown) => {
  expect(['patient', 'room', 'doctor'].filter((name) => saysMissing(text, [name]))).toEqual(unknown);
});
