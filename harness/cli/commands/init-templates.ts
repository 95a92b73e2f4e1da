import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../runner/options.ts';

/** What a repository says of its service. */
export interface InitAnswers {
  readonly spec: string;
  readonly target: string;
  readonly setup: string | undefined;
}

/** Settings that name what is known, and show what else may be said. */
export function configTemplate({ spec, target, setup }: InitAnswers): string {
  return `# yaml-language-server: $schema=./node_modules/contract-harness/harness/cli/config.schema.json
# What \`contract verify\` checks here. Every option of the command line may stand here by its name; flags win.
spec: ${JSON.stringify(spec)}
target: ${JSON.stringify(target)}
${setup === undefined ? '# Starts the service before the run and ends it afterwards:\n# setup: npm start' : `setup: ${JSON.stringify(setup)}`}
wait: 30s
timeout: 10s

# Credentials come from the environment and stand in no report:
# header:
#   Authorization: Bearer \${API_TOKEN}

# Known findings, to begin with: \`contract verify --write-baseline contract-baseline.json\`, then
# baseline: contract-baseline.json

report:
  junit: contract-report/junit.xml
  html: contract-report/index.html
`;
}

/** The version that wrote the files is the one that CI runs. */
function version(): string {
  const { version: number } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    version: string;
  };
  return number;
}

export const githubWorkflow = `# Fails where the service breaks its contract; findings stand at their lines of the document.
name: contract
on: [push, pull_request]
permissions:
  contents: read
jobs:
  contract:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npx --yes --package contract-harness@${version()} contract verify
      - if: always()
        uses: actions/upload-artifact@v4
        with: { name: contract-report, path: contract-report }
`;

export const gitlabPipeline = `# Fails where the service breaks its contract; the findings stand in the merge request.
contract:
  image: node:22
  script:
    - npx --yes --package contract-harness@${version()} contract verify
  artifacts:
    when: always
    paths: [contract-report]
    reports: { junit: contract-report/junit.xml }
`;
