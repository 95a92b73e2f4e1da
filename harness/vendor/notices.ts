import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly text: string;
}

/** Collects the licenses of the packages whose modules a build includes, and writes them to a file. */
export class ThirdPartyNotices {
  private readonly file: string;
  private readonly packages = new Map<string, Package>();

  constructor(file: string) {
    this.file = file;
  }

  /** Returns a plugin of Rolldown. */
  plugin() {
    return {
      name: 'third-party-notices',
      generateBundle: (_: unknown, bundle: Readonly<Record<string, { moduleIds?: readonly string[] }>>) => {
        for (const { moduleIds = [] } of Object.values(bundle)) for (const id of moduleIds) this.add(id);
        writeFileSync(this.file, this.text());
      },
    };
  }

  private add(moduleId: string): void {
    const folder = packageFolder(moduleId.replace(/^\0/, '').replace(/\?.*$/, ''));
    if (folder === undefined || this.packages.has(folder)) return;
    this.packages.set(folder, readPackage(folder));
  }

  private text(): string {
    const packages = [...this.packages.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    const unique = [...new Map(packages.map((each) => [nameOf(each), each])).values()];
    const sections = unique.map((each) => `${nameOf(each)} (${each.license})\n\n${each.text}`);
    const head = 'contract-harness contains code of these packages.\n';
    return `${[head, ...sections].join(`\n${'-'.repeat(80)}\n\n`)}\n`;
  }
}

function nameOf({ name, version }: Package): string {
  return `${name} ${version}`;
}

/** The folder of the package that a module belongs to; undefined if it is none of node_modules. */
function packageFolder(file: string): string | undefined {
  if (!file.includes('/node_modules/')) return undefined;
  for (let folder = dirname(file); folder.includes('/node_modules/'); folder = dirname(folder))
    if (/\/node_modules\/(@[^/]+\/)?[^/]+$/.test(folder) && existsSync(join(folder, 'package.json'))) return folder;
  return undefined;
}

/** Licenses of packages that do not name one in package.json. */
const UNNAMED: ReadonlyMap<string, string> = new Map([['cycle', 'public domain']]);

function readPackage(folder: string): Package {
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: string | { readonly type: string };
    readonly licenses?: readonly { readonly type: string }[];
  };
  const kind = typeof license === 'object' ? license.type : (license ?? licenses?.map(({ type }) => type).join(' or '));
  const known = kind ?? UNNAMED.get(name);
  if (known === undefined) throw new Error(`${folder}: no license is named`);
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
  const text = file === undefined ? 'No license file is included.' : readFileSync(join(folder, file), 'utf8').trim();
  return { name, version, license: known, text };
}
