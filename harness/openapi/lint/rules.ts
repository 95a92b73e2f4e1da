import { isFieldName } from '../../core/http-field.ts';
import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import { truncate } from '../../core/util/truncate.ts';
import type { Contract } from '../contract.ts';
import { compilePattern, MAX_PATTERN } from '../schema/pattern/pattern.ts';
import { exampleVisitors } from './example-rules.ts';
import { fieldRule } from './field-rules.ts';
import { hasAny, type Rule, type Visit } from './redocly.ts';
import { satisfiableRules } from './satisfiable-rule.ts';

/** Rules for problems that Redocly does not find, or not exactly because it rounds numbers. */
export function documentRules(contract: Contract): Rule[] {
  return [
    { ruleId: 'pattern-is-a-regular-expression', severity: 'error', visitor: { Schema: patterns(contract) } },
    { ruleId: 'pattern-can-be-evaluated', severity: 'warn', visitor: { Schema: largePatterns(contract) } },
    { ruleId: 'pattern-has-no-delimiters', severity: 'warn', visitor: { Schema: delimitedPatterns(contract) } },
    { ruleId: 'dynamic-anchor-is-unique', severity: 'error', visitor: { Schema: anchors(contract) } },
    {
      ruleId: 'security-scheme-defined',
      severity: 'error',
      visitor: { SecurityRequirement: securitySchemes(contract) },
    },
    { ruleId: 'header-name-is-a-token', severity: 'error', visitor: tokenNames(contract, 'header') },
    { ruleId: 'cookie-name-is-a-token', severity: 'warn', visitor: tokenNames(contract, 'cookie') },
    fieldRule(contract),
    ...satisfiableRules(contract),
    { ruleId: 'example-fits-its-schema', severity: 'warn', visitor: exampleVisitors(contract) },
  ];
}

/** `pattern` and the names of `patternProperties` must compile: an invalid one would reject nothing. */
function patterns(contract: Contract): Visit {
  return eachPattern(contract, (source) =>
    compilePattern(source) === undefined
      ? `${truncate(source, MAX_EXCERPT_CHARS)} is not a regular expression (ECMA-262).`
      : undefined,
  );
}

function largePatterns(contract: Contract): Visit {
  const { characters, groups } = MAX_PATTERN;
  return eachPattern(contract, (source) =>
    compilePattern(source)?.isTooLarge
      ? `${truncate(source, MAX_EXCERPT_CHARS)} is not evaluated: it has more than ${characters} characters, or ${groups} groups in each other.`
      : undefined,
  );
}

/** Written as a literal of a programming language: nothing comes before `^`, and nothing after `$`. */
const DELIMITED = /^\/\^.*\$\/[a-z]*$/s;

function delimitedPatterns(contract: Contract): Visit {
  return eachPattern(contract, (source) =>
    DELIMITED.test(source)
      ? `No text matches ${truncate(source, MAX_EXCERPT_CHARS)}: the slashes are part of the pattern. Leave them out.`
      : undefined,
  );
}

function eachPattern({ document }: Contract, problemOf: (source: string) => string | undefined): Visit {
  return (node, { location: { pointer }, report }) => {
    if (!hasAny(node, ['pattern', 'patternProperties'])) return;
    const schema = document.at(pointer);
    if (!isObject(schema)) return;
    const { pattern, patternProperties } = schema;
    const named = isObject(patternProperties) ? Object.keys(patternProperties) : [];
    const sources = named.map((name) => [name, appendTokens(pointer, 'patternProperties', name)] as const);
    if (typeof pattern === 'string') sources.push([pattern, appendTokens(pointer, 'pattern')]);
    for (const [source, keyword] of sources) {
      const message = problemOf(source);
      if (message !== undefined) report({ message, location: { pointer: keyword } });
    }
  };
}

const MAX_EXCERPT_CHARS = 100;

/** Two equal anchors in one schema resource have undefined behavior (JSON Schema core, section 8.2.2). */
function anchors({ document }: Contract): Visit {
  const pointers = new Map<string, string>();
  return (_, { location: { pointer }, report }) => {
    if (document.scopes === undefined) return;
    const name = document.at(appendTokens(pointer, '$dynamicAnchor'));
    if (typeof name !== 'string') return;
    const key = `${document.scopes.resourceOf(pointer)?.pointer} ${name}`;
    const first = pointers.get(key) ?? pointer;
    pointers.set(key, first);
    if (first === pointer) return;
    const message = `$dynamicAnchor ${name} is also at ${first}, in the same schema resource. Give one of the enclosing schemas an \`$id\`.`;
    report({ message, location: { pointer: appendTokens(pointer, '$dynamicAnchor') } });
  };
}

function securitySchemes({ document }: Contract): Visit {
  return (_, { location: { pointer }, report }) => {
    const requirement = document.at(pointer);
    if (!isObject(requirement)) return;
    for (const name of Object.keys(requirement))
      if (document.at(appendTokens('#/components/securitySchemes', name)) === undefined)
        report({
          message: `There is no security scheme ${name} in components.securitySchemes.`,
          location: { pointer: appendTokens(pointer, name) },
        });
  };
}

/** HTTP can neither send nor receive a header of another name (RFC 9110 5.1); of a cookie only some programs can (RFC 6265 4.1.1). */
function tokenNames({ document }: Contract, kind: 'header' | 'cookie'): Rule['visitor'] {
  const named: Visit = (_, { location: { pointer }, report }) => {
    const part = document.at(pointer);
    if (!isObject(part) || part['in'] !== kind || typeof part['name'] !== 'string') return;
    if (!isFieldName(part['name']))
      report({
        message: `${JSON.stringify(truncate(part['name'], MAX_EXCERPT_CHARS))} is not a ${kind} name${kind === 'cookie' ? ' and is not sent' : ''}.`,
        location: { pointer: appendTokens(pointer, 'name') },
      });
  };
  return { Parameter: named, SecurityScheme: named };
}
