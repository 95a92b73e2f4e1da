import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { conforming, faults, oneFault } from '../../fixtures/faults/index.ts';
import { childTool } from './kill/child-tool.ts';
import { ourSuites } from './kill/our-suites.ts';
import { SPEC, type Tool } from './kill/tool.ts';
import { table } from './process.ts';

interface Service {
  readonly name: string;
  readonly group: keyof typeof GROUPS;
  start(): Promise<{ readonly url: string; close(): Promise<void> }>;
}

const GROUPS = {
  stacks: 'bugs of real stacks',
  fleet: 'services with one bug',
  twins: 'repaired services: false positives',
  conforming: 'conforming services: false positives',
} as const;
const GROUP_NAMES = Object.keys(GROUPS) as (keyof typeof GROUPS)[];

/**
 * Which tool has findings about which service: of the broken ones it should, of the repaired and conforming ones it should not.
 * @param share of so many services one is taken; 1, the default, takes all
 * @returns a Markdown table, and what ours got wrong
 */
export async function killTable(share = 1): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kill-'));
  const successOnly = join(folder, 'success-only.yaml');
  writeFileSync(successOnly, successView());
  const ours = ourSuites();
  const tools = [
    ...ours,
    childTool('Dredd, the document as is', './stock-dredd.js', [SPEC]),
    childTool('Dredd, success responses only', './stock-dredd.js', [successOnly]),
    childTool("Prism's proxy, our requests", './prism-proxy.js', []),
    childTool("Prism's proxy, our requests without numbers over 2^53", './prism-proxy.js', ['without-large']),
  ];
  try {
    const services = allServices().filter((_, index) => index % share === 0);
    const findings = await Promise.all(tools.map((tool) => survey(tool, services)));
    const byTool = new Map(tools.map((tool, index) => [tool.name, findings[index] ?? new Set<string>()]));
    const all = new Set(ours.flatMap(({ name }) => [...(byTool.get(name) ?? [])]));
    return [summary(new Map([['ours, all suites', all], ...byTool]), services), ...mistakes(all, services)].join(
      '\n\n',
    );
  } finally {
    await Promise.all(tools.map((tool) => tool.close()));
    rmSync(folder, { recursive: true });
  }
}

/** Each tool gets each service freshly started, so that none sees what another has done to it. */
async function survey(tool: Tool, services: readonly Service[]): Promise<ReadonlySet<string>> {
  const findings = new Set<string>();
  for (const service of services) {
    const running = await service.start();
    try {
      if (await tool.hasFindings(running.url)) findings.add(service.name);
    } finally {
      await running.close();
    }
  }
  return findings;
}

function allServices(): Service[] {
  return [
    ...faults.map(({ name, start }): Service => ({ name, group: 'stacks', start: () => start() })),
    ...oneFault.map(({ name, start }): Service => ({ name, group: 'fleet', start })),
    ...faults.map(
      ({ name, start }): Service => ({
        name: `${name}, repaired`,
        group: 'twins',
        start: () => start({ repaired: true }),
      }),
    ),
    ...conforming.map(({ name, start }): Service => ({ name, group: 'conforming', start })),
  ];
}

function summary(byTool: ReadonlyMap<string, ReadonlySet<string>>, services: readonly Service[]): string {
  const rows = [...byTool].map(([name, findings]) => [
    name,
    ...GROUP_NAMES.map((group) => {
      const own = services.filter((service) => service.group === group);
      return `${own.filter((service) => findings.has(service.name)).length} of ${own.length}`;
    }),
  ]);
  return table([['', ...Object.values(GROUPS)], ...rows]);
}

/** By name, so that they can be repaired. */
function mistakes(findings: ReadonlySet<string>, services: readonly Service[]): string[] {
  const isBroken = ({ group }: Service) => group === 'stacks' || group === 'fleet';
  const missed = services.filter((service) => isBroken(service) && !findings.has(service.name));
  const falsePositives = services.filter((service) => !isBroken(service) && findings.has(service.name));
  const list = (title: string, all: readonly Service[]) =>
    all.length === 0 ? [] : [`${title}: ${all.map(({ name }) => name).join(', ')}`];
  return [...list('Ours missed', missed), ...list('Ours reported a false positive on', falsePositives)];
}

/** What Dredd can make the most of: 200 in the place of 2XX, and no errors. */
function successView(): string {
  const document = parse(readFileSync(SPEC, 'utf8'));
  for (const item of Object.values<Record<string, { responses?: Record<string, unknown> }>>(document.paths))
    for (const operation of Object.values(item))
      if (operation.responses) operation.responses = { 200: operation.responses['2XX'] };
  return stringify(document);
}
