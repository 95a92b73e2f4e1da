import { appendTokens, getChild } from '../../../core/json/pointer.ts';
import type { JsonValue } from '../../../core/model.ts';
import { readDiscriminator, referenceOf, schemaName } from '../discriminator.ts';
import { type Keyword, type KeywordContext, type ValidateFn, type Violation, violation } from '../keyword.ts';

function branches(scope: KeywordContext, keyword: string): ValidateFn[] {
  const list = scope.schema[keyword];
  return Array.isArray(list) ? list.map((_, index) => scope.compile(appendTokens(scope.pointer, keyword, index))) : [];
}

export const allOf: Keyword = (scope) => {
  const all = branches(scope, 'allOf');
  if (all.length === 0) return undefined;
  return (value, path, errors) => {
    for (const validate of all) validate(value, path, errors);
  };
};

export const anyOf: Keyword = (scope) =>
  alternatives(scope, 'anyOf', (valid, notEvaluated) => valid + notEvaluated > 0);
export const oneOf: Keyword = (scope) =>
  alternatives(scope, 'oneOf', (valid, notEvaluated) => valid <= 1 && valid + notEvaluated >= 1);

/** If no branch is valid, reports the errors of the best match, so that a message names the property and not the choice. */
function alternatives(
  scope: KeywordContext,
  keyword: string,
  isEnough: (valid: number, notEvaluated: number) => boolean,
): ValidateFn | undefined {
  const all = branches(scope, keyword);
  if (all.length === 0) return undefined;
  const pick = discriminated(scope, keyword);
  return (value, path, errors) => {
    const chosen = pick?.(value);
    if (chosen) return chosen(value, path, errors);
    const { evaluation } = scope;
    const results: Violation[][] = all.map(() => []);
    const found = evaluation.inAlternatives(() =>
      all.map((validate, index) => evaluation.validity(validate, value, path, results[index])),
    );
    const valid = found.filter((validity) => validity === 'valid').length;
    if (isEnough(valid, found.filter((validity) => validity === 'not-evaluated').length)) return;
    const single = valid === 0 ? deepestOf(results, path) : undefined;
    if (single) errors.push(...single);
    else errors.push(violation(scope, keyword, path, value));
  };
}

/** Finds the one branch with errors inside of the value only, if all others reject the value or its distinguishing property. */
function deepestOf(results: readonly Violation[][], path: string): Violation[] | undefined {
  const inside = results.filter((result) => result.every((error) => error.instancePath !== path));
  const matches =
    inside.length === 1 ? inside : inside.filter((result) => !result.some((error) => isTagError(error, path)));
  return matches.length === 1 ? matches[0] : undefined;
}

/** True for an error of a property such as `kind`, whose constant distinguishes the branches. */
function isTagError({ keyword, instancePath }: Violation, outer: string): boolean {
  return (keyword === 'const' || keyword === 'enum') && instancePath.lastIndexOf('/') === outer.length;
}

/** Picks the branch that the discriminator names; undefined unless every branch is a reference, which gives it a name. */
function discriminated(
  { schema, pointer, document, compile }: KeywordContext,
  keyword: string,
): ((value: JsonValue) => ValidateFn | undefined) | undefined {
  const discriminator = readDiscriminator(document, pointer, schema);
  const list = schema[keyword];
  if (!discriminator || !Array.isArray(list)) return undefined;
  const byValue = new Map<string, ValidateFn>();
  for (const [index, branch] of list.entries()) {
    const reference = referenceOf(branch);
    if (reference === undefined) return undefined;
    byValue.set(schemaName(reference), compile(appendTokens(pointer, keyword, index)));
  }
  for (const [value, target] of discriminator.mapping) byValue.set(value, compile(document.inScopeOf(pointer, target)));
  return (value) => {
    const named = getChild(value, discriminator.propertyName);
    return typeof named === 'string' ? byValue.get(named) : undefined;
  };
}

export const not: Keyword = (scope) => {
  if (scope.schema['not'] === undefined) return undefined;
  const validate = scope.compile(appendTokens(scope.pointer, 'not'));
  return (value, path, errors) => {
    if (scope.evaluation.validity(validate, value, path) === 'valid') errors.push(violation(scope, 'not', path, value));
  };
};

export const ifThenElse: Keyword = (scope) => {
  if (scope.schema['if'] === undefined) return undefined;
  const compile = (keyword: string) =>
    scope.schema[keyword] === undefined ? undefined : scope.compile(appendTokens(scope.pointer, keyword));
  const condition = scope.compile(appendTokens(scope.pointer, 'if'));
  const then = compile('then');
  const otherwise = compile('else');
  return (value, path, errors) => {
    const validity = scope.evaluation.validity(condition, value, path);
    if (validity === 'valid') then?.(value, path, errors);
    else if (validity === 'invalid') otherwise?.(value, path, errors);
  };
};
