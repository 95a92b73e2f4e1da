import type { Contract } from '../contract.ts';
import { isObject } from '../json.ts';
import { join } from '../pointer.ts';
import { compilePattern } from '../schema/string.ts';
import { exampleVisitors } from './examples.ts';
import type { Rule, Visit } from './redocly.ts';

/**
 * Rules of our own, for what Redocly does not look at or looks at through rounded numbers.
 * @param schemas takes the pointer of every schema that was walked
 */
export function documentRules(contract: Contract, schemas: Set<string>): Rule[] {
  const place: Visit = (_, { location }) => schemas.add(location.pointer);
  return [
    { ruleId: 'schema', severity: 'warn', visitor: { Schema: place } },
    { ruleId: 'pattern-is-a-regular-expression', severity: 'error', visitor: { Schema: patterns(contract) } },
    { ruleId: 'keyword-is-judged', severity: 'warn', visitor: { Schema: unjudged(contract) } },
    {
      ruleId: 'security-scheme-defined',
      severity: 'error',
      visitor: { SecurityRequirement: securitySchemes(contract) },
    },
    { ruleId: 'example-fits-its-schema', severity: 'warn', visitor: exampleVisitors(contract) },
  ];
}

/** `pattern` and the names of `patternProperties` must compile: one that does not would refuse nothing. */
function patterns({ document }: Contract): Visit {
  return (_, { location: { pointer }, report }) => {
    const schema = document.at(pointer);
    if (!isObject(schema)) return;
    const { pattern, patternProperties } = schema;
    const named = isObject(patternProperties) ? Object.keys(patternProperties) : [];
    const sources = named.map((name) => [name, join(pointer, 'patternProperties', name)] as const);
    if (typeof pattern === 'string') sources.push([pattern, join(pointer, 'pattern')]);
    for (const [source, place] of sources)
      if (compilePattern(source) === undefined)
        report({ message: `${source} is no regular expression (ECMA-262).`, location: { pointer: place } });
  };
}

/** Keywords of JSON Schema 2020-12 that our validator does not know. */
const UNJUDGED = ['$dynamicRef'];

function unjudged({ document }: Contract): Visit {
  return (_, { location: { pointer }, report }) => {
    for (const keyword of UNJUDGED) {
      const place = join(pointer, keyword);
      if (document.at(place) !== undefined)
        report({ message: `Values are not judged by ${keyword}.`, location: { pointer: place } });
    }
  };
}

function securitySchemes({ document }: Contract): Visit {
  return (_, { location: { pointer }, report }) => {
    const requirement = document.at(pointer);
    if (!isObject(requirement)) return;
    for (const name of Object.keys(requirement))
      if (document.at(join('#/components/securitySchemes', name)) === undefined)
        report({
          message: `There is no security scheme ${name} in components.securitySchemes.`,
          location: { pointer: join(pointer, name) },
        });
  };
}
