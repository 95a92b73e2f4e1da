import { expect, test } from 'vitest';
import { type ToldEffect, toldEffects } from '../../../../harness/openapi/resources/prose/effects.ts';

const line = ({ property, owner, change }: ToldEffect): string => {
  const name = owner === undefined ? property : `${owner}.${property}`;
  if ('value' in change) return `${name} = ${change.value}`;
  const { by, sign } = change;
  return `${name} ${sign > 0 ? '+' : '-'} ${typeof by === 'string' ? by : by.property}`;
};

test.each<[text: string, expected: readonly string[]]>([
  [
    'Lend a copy. Sets onLoan of the copy, raises openLoans of the member.',
    ['copy.onloan = true', 'member.openloans + any'],
  ],
  [
    'State becomes returned, the copy is free, openLoans is lowered. 409 if returned already.',
    ['state = returned', 'openloans - any'],
  ],
  ['Renew a loan. Raises `renewals` by one; 409 if renewed twice already.', ['renewals + one']],
  ['Pay money in. Raises the balance by the amount and writes an entry.', ['balance + amount']],
  ['Stores the distance and adds it to the odometer of the vehicle.', ['vehicle.odometer + distance']],
  ["Increments the driver's trip_count by 1", ['driver.trip_count + one']],
  ['The status of the order is set to paid.', ['order.status = paid']],
  [
    'Sets the status of an archived project to `active` again; all other properties are as before.',
    ['archived project.status = active'],
  ],
  [
    'Sets the status of a done task to `open` and `completedAt` to null.',
    ['done task.status = open', 'completedat = null'],
  ],
  [
    'Sets the status to `done` and `completedAt` to the current time. Only an open task can be completed.',
    ['status = done', 'completedat = now'],
  ],
  ['Sets the status to done and adds the task to the report', ['status = done', 'report + task']],
  ['Moves the task and its notes to done', []],
  ['To mark a task as done, set `completedAt` to now.', []],
  ['Lets your plan end, and you set the status to closed.', []],
  ['The stock is decreased by quantity.', ['stock - quantity']],
  ['The attempts of the job are counted; it rises.', []],
  ['Subtracts the amount from the balance of the account', ['account.balance - amount']],
  ['Set the state to open or closed', []],
  ['Moves money. Lowers the one balance and raises the other.', []],
  ['If late, raises fines of the member by one.', []],
  ['Raises openLoans of the member, which may take a minute.', []],
  ['Reset the password', []],
  [
    'Takes the quantities of its items from the stock of the products, and empties the cart.',
    ['products.stock - quantities'],
  ],
  ['Reduces the stock of each product by the ordered quantity.', ['product.stock - quantity']],
  ['Lowers stock of every product by the quantity of its line', ['product.stock - quantity']],
  [
    'Puts the quantities back into the stock. Sets the status to cancelled.',
    ['stock + quantities', 'status = cancelled'],
  ],
  ['Raises hits of the page each time', []],
  ['Status becomes ordered', ['status = ordered']],
])('%s', (text, expected) => {
  expect(toldEffects(text).map(line)).toEqual(expected);
});
