import { existsSync, readFileSync } from 'node:fs';
import { isObject, parseJson } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import { readYamlSource } from '../../openapi/source/yaml-source.ts';

/** How a CI job installs the packages of a repository. */
export interface Install {
  readonly command: string;
  /** The package manager whose downloads `actions/setup-node` can cache without further setup. */
  readonly cache?: 'npm';
}

const BY_LOCK_FILE: readonly (readonly [file: string, install: Install])[] = [
  ['package-lock.json', { command: 'npm ci', cache: 'npm' }],
  ['pnpm-lock.yaml', { command: 'corepack enable && pnpm install --frozen-lockfile' }],
  ['yarn.lock', { command: 'corepack enable && yarn install' }],
  ['package.json', { command: 'npm install' }],
];

/** How the repository in the working folder installs its packages; undefined if it has no package.json. */
export function findInstall(): Install | undefined {
  return BY_LOCK_FILE.find(([file]) => existsSync(file))?.[1];
}

/** Whether the package.json of the working folder depends on a package. */
export function dependsOn(name: string): boolean {
  if (!existsSync('package.json')) return false;
  const manifest = asObject(parseJson(readFileSync('package.json', 'utf8')));
  return [manifest['dependencies'], manifest['devDependencies']].some((each) => Object.hasOwn(asObject(each), name));
}

/** How a run passes the credentials of a security scheme, as lines of the config file. */
export interface Credentials {
  readonly scheme: string;
  readonly config: string;
}

/** The first security scheme of the document whose credentials can be passed by a header. */
export function findCredentials(spec: string): Credentials | undefined {
  const root = asObject(readYamlSource(spec, 'document').root);
  const schemes = asObject(asObject(root['components'])['securitySchemes']);
  for (const [scheme, value] of Object.entries(schemes)) {
    const config = credentialsConfig(asObject(value));
    if (config !== undefined) return { scheme, config };
  }
  return undefined;
}

/** OAuth 2 and OpenID Connect end in a bearer token, too (RFC 6750). */
function credentialsConfig({ type, scheme, in: location, name }: JsonObject): string | undefined {
  const isBearer = type === 'http' && String(scheme).toLowerCase() === 'bearer';
  if (isBearer || type === 'oauth2' || type === 'openIdConnect') return 'bearer-env: API_TOKEN';
  if (type === 'http' && String(scheme).toLowerCase() === 'basic') return 'basic-env: API_LOGIN # user:password';
  if (type === 'apiKey' && location === 'header') return `header:\n  ${JSON.stringify(name)}: \${API_KEY}`;
  return undefined;
}

/** The environment variables that a config file reads. */
export function variablesOf(configFile: string): string[] {
  const config = asObject(readYamlSource(configFile, 'config file').root);
  const texts = ['target', 'header', 'values', 'auth'].flatMap((name) => stringsIn(config[name] ?? null));
  const inserted = texts.flatMap((text) => [...text.matchAll(/\$\{([A-Za-z_]\w*)\}/g)].map(([, name = '']) => name));
  const schemes = Object.values(asObject(config['auth'])).map((scheme) => asObject(scheme)['env']);
  const named = [config['bearer-env'], config['basic-env'], ...schemes].filter((name) => typeof name === 'string');
  return [...new Set([...named, ...inserted])];
}

function stringsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}
