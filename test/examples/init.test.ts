import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { deafUrl } from '../servers.ts';
import { Project } from './project.ts';

const root = join(import.meta.dirname, '../..');
const SECRET = 'a-secret-of-the-repository';

interface Job {
  /** The commands of the job, in order. */
  readonly commands: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The steps of the workflow, with secrets filled in as GitHub does. */
function githubJob(folder: string): Job {
  const workflow = parse(readFileSync(join(folder, '.github/workflows/contract.yml'), 'utf8'));
  const steps: { run?: string; env?: Record<string, string> }[] = workflow.jobs.contract.steps;
  const env = steps.flatMap((step) => Object.entries(step.env ?? {}));
  const filled = env.map(([name, value]) => [name, value.replace(/^\$\{\{ secrets\.\w+ \}\}$/, SECRET)]);
  return { commands: steps.flatMap(({ run }) => run ?? []), env: Object.fromEntries(filled) };
}

/** The script of the pipeline; GitLab passes every variable of the project. */
function gitlabJob(folder: string): Job {
  const pipeline = readFileSync(join(folder, '.gitlab/contract.gitlab-ci.yml'), 'utf8');
  const [, names = ''] = /^# Define as masked variables in .*: (.*)\.$/m.exec(pipeline) ?? [];
  const env = names.split(', ').map((name) => [name, SECRET]);
  return { commands: parse(pipeline).contract.script, env: Object.fromEntries(env) };
}

test.each([
  ['github', githubJob],
  ['gitlab', gitlabJob],
] as const)(
  'the %s job that init writes installs, passes the secrets and verifies the service in a fresh clone',
  async (ci, readJob) => {
    const project = new Project('github-workflow');
    for (const file of ['contract.yaml', '.github', 'node_modules'])
      rmSync(join(project.folder, file), { recursive: true });
    project.edit('package.json', 'file:../..', `file:${root}`);
    // As deep as the repository: the lock file holds the relative path of the package.
    const clone = `${project.folder}-clone`;
    onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
    const target = await deafUrl();
    const cli = join(root, 'dist/bundle/cli.cjs');
    const setup = [
      'git init --quiet .',
      'npm install --package-lock-only --no-audit --no-fund',
      `'${process.execPath}' '${cli}' init --target ${target} --setup 'npm start' --ci ${ci}`,
      'git add --all',
      'git -c user.name=test -c user.email=test@localhost commit --quiet --message init',
      `git clone --quiet . '${clone}'`,
    ];
    const prepared = await project.run(setup.join('\n'));
    expect(prepared).toMatchObject({ code: 0 });
    expect(prepared.output).toContain('API_TOKEN');

    const { commands, env } = readJob(clone);
    expect(commands[0]).toBe('npm ci');
    expect(commands[1]).toMatch(/ --seed \d+$/);
    const job = await project.run(`cd '${clone}'\n${commands.join('\n')}`, { ...env, PORT: new URL(target).port });
    expect(job).toMatchObject({ code: 0 });
    expect(job.output).toContain('bookRoom');
    expect(existsSync(join(clone, 'contract-report/junit.xml'))).toBe(true);
    expect(job.output + readFileSync(join(clone, 'contract-report/index.html'), 'utf8')).not.toContain(SECRET);
  },
);
