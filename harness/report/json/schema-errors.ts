import type * as z from 'zod';
import { InputError } from '../../core/errors.ts';

const MAX_VALUE_CHARS = 60;

/** Returns the first error of a report: where it is, what is expected and what is there. */
export function schemaError(issues: readonly z.core.$ZodIssue[], json: unknown): InputError {
  const { path, issue } = innermost(issues, []);
  const place = formatPath(path);
  const value = valueAt(json, path);
  if (issue.code === 'unrecognized_keys')
    return new InputError(`${place}: property ${JSON.stringify(issue.keys[0])} is unknown`);
  if (value === undefined)
    return new InputError(`${formatPath(path.slice(0, -1))}: property ${String(path.at(-1))} is missing`);
  const shown = JSON.stringify(value);
  const excerpt = shown.length > MAX_VALUE_CHARS ? `${shown.slice(0, MAX_VALUE_CHARS)}...` : shown;
  return new InputError(`${place}: expected ${expectationOf(issue)}, got ${excerpt}`);
}

type Path = readonly PropertyKey[];

/** Returns the issue that tells most: of alternatives, the one that fails deepest. */
function innermost(issues: readonly z.core.$ZodIssue[], prefix: Path): { path: Path; issue: z.core.$ZodIssue } {
  const found = issues.map((issue) => {
    const path = [...prefix, ...issue.path];
    const inner = issue.code === 'invalid_union' ? issue.errors.map((each) => innermost(each, path)) : [];
    return inner.toSorted((a, b) => b.path.length - a.path.length)[0] ?? { path, issue };
  });
  const [first] = found;
  if (first) return first;
  throw new RangeError('no issues');
}

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'an integer',
  number: 'a number',
  object: 'an object',
  string: 'a string',
};

function expectationOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return TYPES[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return issue.values.map(String).join(' or ');
    case 'invalid_format':
      return issue.format;
    case 'too_small':
      return `at least ${issue.minimum}`;
    case 'too_big':
      return `at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

function formatPath(path: Path): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return text.replace(/^\./, '') || 'report';
}

function valueAt(json: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    json,
  );
}
