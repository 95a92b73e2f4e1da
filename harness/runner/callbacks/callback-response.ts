import { stringifyJson } from '../../core/json/index.ts';
import type { DocumentedResponse, Operation } from '../../core/model.ts';
import { UniqueValues } from '../../generate/requests/unique-values.ts';
import { canonicalValue } from '../../generate/values/canonical-value.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isJsonType } from '../../openapi/media-type.ts';

/** The documented success of a callback. */
export function callbackResponse(
  contract: Contract,
  operation: Operation,
): { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string } {
  const documented = operation.responses.find(({ key }) => key.startsWith('2')) ?? operation.response(DEFAULT_STATUS);
  const status = /^\d+$/.test(documented?.key ?? '') ? Number(documented?.key) : DEFAULT_STATUS;
  const body = documented && bodyOf(contract, documented);
  return { status, headers: body === undefined ? {} : { 'content-type': 'application/json' }, body: body ?? '' };
}

const DEFAULT_STATUS = 200;

function bodyOf(contract: Contract, { content }: DocumentedResponse): string | undefined {
  const json = content.find(({ type }) => isJsonType(type));
  if (!json) return undefined;
  const [example] = json.examples;
  if (example) return stringifyJson(example.value);
  if (json.schema === undefined) return '{}';
  const options = { direction: 'response', properties: 'required' } as const;
  const value = canonicalValue(contract, new UniqueValues(1), json.schema, options);
  return value === undefined ? undefined : stringifyJson(value);
}
