/** Names of properties, form fields and query parameters that carry secrets by convention, without separators. */
const NAMES = [
  ...['password', 'passwd', 'passphrase', 'secret', 'token', 'apikey', 'privatekey', 'credentials', 'authorization'],
  ...['accesstoken', 'refreshtoken', 'idtoken', 'authtoken', 'clientsecret', 'newpassword', 'oldpassword'],
];

/** The names as they are usually written: `clientsecret`, `client_secret` and `client-secret`. */
export const DEFAULT_SECRET_FIELDS: readonly string[] = NAMES.flatMap((name) => {
  const [, first, second] =
    /^(api|private|access|refresh|id|auth|client|new|old)(key|token|secret|password)$/.exec(name) ?? [];
  return first && second ? [name, `${first}_${second}`, `${first}-${second}`] : [name];
});
