import { isSecretHeader } from '../core/secrets/secret-headers.ts';
import { credentialsIn } from '../core/secrets/secret-values.ts';
import type { RunConfig } from '../runner/settings/options.ts';
import type { ParsedOptions } from './options/options.ts';

/** Returns the values that no output of a run may contain: credentials, and variables in the path of the target. */
export function secretsOfRun(args: ParsedOptions, { headers, target }: RunConfig): string[] {
  const credentials = headers
    .filter(([name]) => isSecretHeader(name, [name]))
    .flatMap(([, value]) => credentialsIn(value));
  const known = (args.allOf('value') ?? []).flatMap(({ variables = [] }) => variables);
  return [...credentials, ...args.variables, ...known, ...variablesInPath(args, target)];
}

/** A variable that names the host or the whole URL is no secret. */
function variablesInPath(args: ParsedOptions, target: string | undefined): string[] {
  if (target === undefined || !URL.canParse(target)) return [];
  const { pathname } = new URL(target);
  const variables = args.allOf('target')?.at(-1)?.variables ?? [];
  return variables.filter((value) => pathname.includes(new URL(`http://x/${value}`).pathname.slice(1)));
}
