import { expect, test } from 'vitest';
import { verify } from '../../../../harness/index.ts';
import { serveTickets, ticketsDocument as spec, type TicketMistakes } from './tickets-service.ts';

test.each<[what: string, expected: string[], mistakes: TicketMistakes]>([
  ['does what it says', [], {}],
  [
    'counts a read as a change',
    ['readTicket safe-changes-nothing'],
    { read: (ticket) => ({ ...ticket, version: ticket.version + 1 }) },
  ],
  [
    'takes a change without the header that is required',
    ['changeTicket stale-change-is-rejected'],
    { takesUnconditional: true },
  ],
  [
    'stores the reason of a rejected action',
    ['closeTicket rejected-changes-nothing'],
    { rejected: (ticket, reason) => ({ ...ticket, reason }) },
  ],
  [
    'has one ticket for each title',
    ['createTicket others-are-untouched', 'createTicket update-is-visible'],
    { idOf: (title, all) => [...all.values()].find((each) => each.title === title)?.id },
  ],
  [
    'stores the first of several labels',
    ['createTicket created-is-readable'],
    { storedLabels: (ids) => ids.slice(0, 1) },
  ],
])('a service that %s', async (_what, expected, mistakes) => {
  const target = await serveTickets(mistakes);
  const { findings } = await verify({ spec, target, suites: ['stateful'], consistency: 60, runs: 4, lint: false });
  const errors = findings.filter(({ severity }) => severity === 'error');
  expect([...new Set(errors.map(({ operation, check }) => `${operation} ${check}`))]).toEqual(expected);
});
