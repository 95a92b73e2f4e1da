import { isIPv4 } from 'node:net';

/** True for names and addresses of this machine: `localhost` and names below it (RFC 6761 section 6.3), 127/8, ::1. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIPv4(name) && name.startsWith('127.');
}

/** True for the origin of a page of this machine. `null` is the origin of files and sandboxed frames of anybody. */
export function isLocalOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopback(new URL(origin).hostname);
}
