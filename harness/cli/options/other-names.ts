/** What other tools call an option, with the name that it has here. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  target: ['url', 'base-url', 'base-uri', 'server', 'server-url', 'endpoint'],
  spec: ['schema', 'openapi', 'document', 'input'],
  include: ['only', 'operation', 'operation-id', 'tag', 'path', 'filter'],
  exclude: ['skip', 'ignore'],
  suite: ['suites', 'phases', 'tests'],
  'bearer-env': ['token', 'bearer', 'auth'],
  'basic-env': ['user', 'basic'],
  concurrency: ['workers', 'jobs', 'parallel', 'threads'],
  runs: ['max-examples', 'iterations', 'num-runs'],
  rate: ['rate-limit', 'rps'],
  timeout: ['request-timeout'],
  insecure: ['no-verify', 'tls-verify', 'no-tls-verify'],
  report: ['reporter', 'format', 'junit', 'output'],
  setup: ['start', 'command'],
  delay: ['latency'],
  fail: ['error-rate'],
  host: ['hostname', 'bind', 'listen'],
  'no-cors': ['cors'],
};

/** Returns the option that another tool calls so, if the command has it. */
export function fromOtherTools(name: string, options: readonly string[]): string | undefined {
  return options.find((option) => OTHER_NAMES[option]?.includes(name));
}
