import type { Credentials, Install } from './init-repository.ts';

/** What `contract init` knows about a service. */
export interface InitInput {
  readonly spec: string;
  readonly target: string;
  readonly setup: string | undefined;
  readonly credentials: Credentials | undefined;
}

/** What a CI job has to do in a fresh clone. */
export interface CiJob {
  /** Undefined if the repository has no package.json. */
  readonly install: Install | undefined;
  /** The command without options, e.g. `npx contract`. */
  readonly program: string;
  /** Environment variables that hold credentials. */
  readonly secrets: readonly string[];
}

const EXAMPLE_CREDENTIALS = `# Credentials come from the environment and are never shown in reports:
# header:
#   Authorization: Bearer \${API_TOKEN}`;

/** A config file with what is known, and with what is usually needed next as comments. */
export function configTemplate({ spec, target, setup, credentials }: InitInput): string {
  const setupLines = '# Starts the service before the run and stops it afterwards:\n# setup: npm start';
  return `# yaml-language-server: $schema=./node_modules/contract-harness/harness/cli/config.schema.json
# Options of \`contract verify\` by their names; the command line takes precedence.
spec: ${JSON.stringify(spec)}
target: ${JSON.stringify(target)}
${setup === undefined ? setupLines : `setup: ${JSON.stringify(setup)}`}
wait: 30s
timeout: 10s

${credentials === undefined ? EXAMPLE_CREDENTIALS : credentialsLines(credentials)}

# To accept known findings, run \`contract verify --write-baseline contract-baseline.json\`, then add:
# baseline: contract-baseline.json

report:
  junit: contract-report/junit.xml
  html: contract-report/index.html
`;
}

function credentialsLines({ scheme, config }: Credentials): string {
  return `# For the security scheme ${JSON.stringify(scheme)}; the value comes from the environment and is never shown in reports.\n${config}`;
}

/** Fixed, so that a pull request does not fail for a request that the run before did not send. */
const SEED = 1;

const NO_INSTALL = '# Install here what the service needs.';

/** A workflow for GitHub Actions. */
export function githubWorkflow({ install, program, secrets }: CiJob): string {
  const cache = install?.cache === undefined ? '' : `, cache: ${install.cache}`;
  return `# Fails on a violation of the OpenAPI document. Findings become annotations at their lines of the document.
name: contract
on:
  push:
    branches: [main, master]
  pull_request:
permissions:
  contents: read
jobs:
  contract:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22${cache} }
      ${install === undefined ? NO_INSTALL : `- run: ${install.command}`}
      - run: ${program} verify --seed ${SEED}${githubSecrets(secrets)}
      - if: always()
        uses: actions/upload-artifact@v4
        with: { name: contract-report, path: contract-report }
`;
}

function githubSecrets(names: readonly string[]): string {
  if (names.length === 0) return '';
  const note = '# Settings > Secrets and variables > Actions. Pull requests from forks do not get them.';
  const lines = names.map((name) => `${name}: \${{ secrets.${name} }}`);
  return ['', 'env:', ...[note, ...lines].map((line) => `  ${line}`)].join('\n        ');
}

/** A pipeline for GitLab CI. */
export function gitlabPipeline({ install, program, secrets }: CiJob): string {
  const note =
    secrets.length === 0
      ? ''
      : `# Define as masked variables in Settings > CI/CD > Variables: ${secrets.join(', ')}.\n`;
  return `# Fails on a violation of the OpenAPI document. The merge request shows the findings.
${note}contract:
  image: node:22
  timeout: 15 minutes
  script:
    ${install === undefined ? NO_INSTALL : `- ${install.command}`}
    - ${program} verify --seed ${SEED}
  artifacts:
    when: always
    paths: [contract-report]
    reports: { junit: contract-report/junit.xml }
`;
}
