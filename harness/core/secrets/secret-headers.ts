/** Header fields that carry credentials by definition (RFC 9110 11.6.2, 11.7.2; RFC 6265 4.1, 4.2) or by convention. */
export const CREDENTIAL_HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'];

/** Header fields that describe a message: masking `application/json` would spoil the evidence (RFC 9110). */
const DESCRIPTIVE_HEADERS = new Set([
  ...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'accept-ranges'],
  ...['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location', 'content-range'],
  ...['content-disposition', 'connection', 'date', 'expect', 'host', 'prefer', 'te', 'transfer-encoding'],
]);

/** Returns whether the value of a header is secret. @param extra names that the user declares secret, in any letter case */
export function isSecretHeader(name: string, extra: readonly string[] = []): boolean {
  const lowerCase = name.toLowerCase();
  if (DESCRIPTIVE_HEADERS.has(lowerCase)) return false;
  return CREDENTIAL_HEADERS.includes(lowerCase) || extra.some((other) => other.toLowerCase() === lowerCase);
}
