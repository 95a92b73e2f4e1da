import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'rolldown';
import { GAVEL_PATCHES } from './harness/vendor/gavel-patches.ts';
import { ThirdPartyNotices } from './harness/vendor/notices.ts';
import { REDOCLY_PATCHES } from './harness/vendor/redocly-patches.ts';

const notices = new ThirdPartyNotices('dist/THIRD-PARTY-NOTICES.txt');

const LAZY_FAKER = `import { createRequire } from 'node:module';
  const load = () => createRequire(__filename)('#vendor/faker').faker;
  export default new Proxy({}, { get: (_, name) => load()[name], has: (_, name) => name in load() });`;

const EMPTY = 'export default {};';
const REQUEST = /\/request\//;
const DREDD = /\/dredd\/build\//;
const PRISM = /\/prism-http\//;

/** A logger of winston that says nothing. */
const SILENT_LOGGER = `class Logger {
    transports = { console: {} };
    constructor({ levels }) { for (const level in levels) this[level] = () => undefined; }
  }
  export default { Logger, transports: { Console: class {} } };`;

/** Dredd's settings without files, forms of former versions and defaults of what is left out. */
const DREDD_SETTINGS = `const lists = ['path', 'apiDescriptions', 'reporter', 'output', 'method', 'only', 'hookfiles'];
  const NONE = Object.fromEntries(lists.map((name) => [name, []]));
  export const applyConfiguration = (settings) => ({ ...NONE, http: {}, custom: {}, ...settings });`;

/**
 * What replaces modules that are loaded and never called, by those that import them: readers of other formats, signing, cookies, forms and
 * proxies of requests, Prism's copy of Faker, its validator, its logger and its client (the mock validates, proxies and calls back by
 * itself), Dredd's reporters, loggers and files of hooks and settings, and the parser of functions in YAML.
 */
const REPLACEMENTS: readonly (readonly [importer: RegExp, ids: string, code: string])[] = [
  [/./, 'dredd-transactions/parse dredd-transactions/compile @stoplight/http-spec/postman/operation', EMPTY],
  [/./, 'json-schema-ref-parser pino node-fetch http-proxy-agent https-proxy-agent', EMPTY],
  [REQUEST, 'http-signature aws-sign2 aws4 qs mime-types form-data uuid forever-agent tunnel-agent', EMPTY],
  [REQUEST, './lib/har ./lib/hawk', EMPTY],
  [REQUEST, './lib/multipart', 'export class Multipart {}'],
  [REQUEST, 'tough-cookie', 'export class Cookie {}\nexport class CookieJar {}'],
  [DREDD, './readLocation ./resolveLocations ./resolveModule ./resolvePaths ./annotationToLoggerInfo clone', EMPTY],
  [DREDD, './HooksWorkerClient ./reporters/ApiaryReporter ./reporters/DotReporter ./reporters/HTMLReporter', EMPTY],
  [DREDD, './reporters/MarkdownReporter ./reporters/NyanReporter ./reporters/XUnitReporter', EMPTY],
  [DREDD, './reporters/CLIReporter', 'export default class {}'],
  [DREDD, './configuration', DREDD_SETTINGS],
  [DREDD, 'winston', SILENT_LOGGER],
  [DREDD, 'proxyquire', 'export const noCallThru = () => undefined;'],
  [DREDD, 'chai', 'export default { AssertionError: class extends Error {} };'],
  [PRISM, '@faker-js/faker', LAZY_FAKER],
  [PRISM, './validator ../../validator', EMPTY],
  [/prism-http.*validators/, './utils', EMPTY],
];

/** Replaces modules, and fails if one of them is not imported any more. */
const replaced: Plugin = {
  name: 'replaced-modules',
  resolveId(id, importer = '') {
    const index = REPLACEMENTS.findIndex(([from, ids]) => ids.split(' ').includes(id) && from.test(importer));
    if (index < 0) return null;
    replacedIds.add(id);
    return `\0replaced-${index}`;
  },
  load: (id) => REPLACEMENTS[Number(/^\0replaced-(\d+)$/.exec(id)?.[1])]?.[2] ?? null,
  buildEnd() {
    const unused = REPLACEMENTS.flatMap(([, ids]) => ids.split(' ')).filter((id) => !replacedIds.has(id));
    if (unused.length > 0) throw new Error(`rolldown.config.ts: modules to replace are missing: ${unused.join(', ')}`);
  },
};
const replacedIds = new Set<string>();

/** Changes pieces of packages, and fails if one of them is not there any more. */
const patched: Plugin = {
  name: 'patched-modules',
  transform(code, id) {
    if (/\/gavel\/build\/index\.js$/.test(id)) return patch(code, GAVEL_PATCHES);
    const redocly = Object.entries(REDOCLY_PATCHES).find(([path]) => id.endsWith(path));
    if (redocly) return patch(code, redocly[1]);
    // Outside of functions, `this` is `exports` in a CommonJS module.
    if (/\/uri-template-lite\/index\.js$/.test(id))
      return patch(code, [['}(this.URI || (this.URI = {}));', '}(exports.URI || (exports.URI = {}));']]);
    return null;
  },
};

function patch(code: string, pieces: readonly (readonly [is: string, becomes: string])[]): string {
  return pieces.reduce((text, [is, becomes]) => {
    if (!text.includes(is)) throw new Error(`rolldown.config.ts: a piece to patch is missing: ${is}`);
    return text.replace(is, () => becomes);
  }, code);
}

/** What `cli.ts` itself needs, so that `--help` loads nothing else. */
const START =
  /rolldown[\\/:]runtime|\/harness\/(cli\/(program|options\/options|commands\/summaries|process\/v8-flags)|core\/(errors|package-info|util\/truncate)|report\/text\/escape)\.ts$/;

/** What reads a document, and is shared by most commands. */
const DOCUMENT = /\/harness\/(core|openapi|cli)\/|\/yaml\/browser\//;

const VENDORS = [
  'dredd',
  'faker',
  'jsonpath',
  'prism',
  're2js',
  'redocly',
  'regjsparser',
  'selfsigned',
  'streamparser',
  'xml',
];

/** What is left is spaces: names stay, so that the stack of an error can be read. */
const SMALL = { minify: { mangle: false, compress: false, codegen: { removeWhitespace: true } } } as const;

/** CommonJS, of which Node 20 loads as many files in half the time, and strict as the modules that it is made of. */
const PROGRAM = {
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  banner: "'use strict';",
  ...SMALL,
} as const;

/** What is imported as a module: the library, the adapter for Vitest, which cannot be loaded otherwise, and the program by its former name. */
const MODULES: Readonly<Record<string, string>> = {
  cli: "#!/usr/bin/env node\nimport './cli.cjs';",
  index: "export * from './index.cjs';",
};

/** What the program is made of, so that what one build has stored is not read by another. */
function sourcesDigest(): string {
  const sources = readdirSync('harness', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const digest = createHash('sha256');
  for (const name of sources.sort()) digest.update(name).update(readFileSync(`harness/${name}`));
  for (const name of ['package-lock.json', 'rolldown.config.ts']) digest.update(readFileSync(name));
  return digest.digest('base64url');
}

/** A file that has all that a thread runs: of what it shares with the program, it needs a few functions. */
const THREAD = {
  platform: 'node',
  external: /^#vendor\//,
  output: { dir: 'dist/bundle/worker', ...PROGRAM },
} as const;

const modules: Plugin = {
  name: 'modules',
  resolveId(id) {
    if (Object.hasOwn(MODULES, id)) return `\0${id}`;
    if (id.endsWith('runner/contract-tests.ts')) return { id: './contract-tests.cjs', external: true };
    return id.endsWith('.cjs') ? { id, external: true } : null;
  },
  load: (id) => MODULES[id.slice(1)] ?? null,
};

/**
 * The program as it is published, with everything that it runs: a file for each command in place of some 500 modules, whose
 * finding and loading takes longer than what they do at the start. The large packages are files of their own, which are loaded
 * when they are needed; sources and tests load them from there too.
 */
// biome-ignore lint/style/noDefaultExport: Rolldown reads its configuration from the default export.
export default defineConfig([
  {
    input: Object.fromEntries(VENDORS.map((name) => [name, `./harness/vendor/${name}.ts`])),
    platform: 'node',
    external: /^#vendor\//,
    resolve: { alias: { 'jsonc-parser': `${import.meta.dirname}/node_modules/jsonc-parser/lib/esm/main.js` } },
    plugins: [replaced, patched, notices.plugin()],
    checks: { eval: false },
    output: {
      dir: 'dist/vendor',
      ...PROGRAM,
      banner: '',
      cleanDir: true,
    },
  },
  {
    input: {
      cli: './harness/cli.ts',
      index: './harness/index.ts',
      'contract-tests': './harness/runner/contract-tests.ts',
      'mock-server': './harness/runner/service/own-mock/mock-server.ts',
    },
    platform: 'node',
    external: /^#vendor\//,
    transform: { define: { BUILD_ID: JSON.stringify(sourcesDigest()) } },
    // As modules, of which the bundler takes what is used, and not wrapped.
    resolve: { alias: { yaml: `${import.meta.dirname}/node_modules/yaml/browser/dist/index.js` } },
    plugins: [notices.plugin()],
    output: {
      dir: 'dist/bundle',
      ...PROGRAM,
      cleanDir: true,
      // What most commands need is one file in place of thirty: each costs the time to find and link it.
      codeSplitting: {
        groups: [
          { name: 'start', test: START, priority: 2 },
          { name: 'document', test: DOCUMENT, minShareCount: 8, priority: 1 },
        ],
      },
    },
  },
  { input: { worker: './harness/runner/suites/dredd/worker/worker.ts' }, ...THREAD },
  { input: { 'evaluation-thread': './harness/openapi/schema/pattern/evaluation-thread.ts' }, ...THREAD },
  {
    input: { cli: 'cli', index: 'index', vitest: './harness/vitest.ts' },
    platform: 'node',
    external: 'vitest',
    plugins: [modules],
    output: { dir: 'dist/bundle', format: 'esm' },
  },
]);
