/** Names of types whose records are people, as in {@link nameKey}, most usual first. */
export const PERSONS = [
  ...['user', 'account', 'person', 'member', 'profile', 'customer', 'employee', 'contact'],
  ...['agent', 'staff', 'operator', 'worker', 'client', 'student', 'player', 'volunteer', 'teammate', 'developer'],
] as const;

/** What people are to other records. */
const ROLES = new Set([
  ...['user', 'author', 'writer', 'editor', 'owner', 'creator', 'publisher', 'uploader', 'submitter'],
  ...['assignee', 'reporter', 'reviewer', 'approver', 'requester', 'manager', 'lead', 'leader', 'supervisor'],
  ...['sender', 'recipient', 'receiver', 'follower', 'participant', 'attendee', 'organizer', 'host', 'guest'],
  ...['customer', 'buyer', 'seller', 'borrower', 'reader', 'employee', 'operator', 'member', 'person'],
]);

const DEED =
  /^(assigned to|(created|owned|requested|reported|assigned|submitted|approved|uploaded|reviewed|borrowed) by)$/;

/** True for a name such as `created by`. */
export function isPersonDeed(name: readonly string[]): boolean {
  return DEED.test(name.join(' '));
}

/** True for a name that ends with what a person is to a record, e.g. `primary author`. */
export function isPersonRole(name: readonly string[]): boolean {
  return ROLES.has(name.at(-1) ?? '');
}
