import { isObject, setProperty } from '../../core/json/index.ts';
import type { JsonObject, JsonValue } from '../../core/model.ts';
import type { Contract } from '../../openapi/contract.ts';
import type { ResourceType } from '../../openapi/resources/model.ts';
import { toldTextForms } from '../../openapi/resources/prose/text-forms.ts';

/** What is stored of the texts of a record, as the document says in words: `stored in lower case`. */
export function inToldForms<T extends JsonValue | undefined>(contract: Contract, type: ResourceType, value: T): T {
  const forms = toldTextForms(contract, type);
  if (forms.size === 0 || !isObject(value)) return value;
  const told: JsonObject = {};
  for (const [name, each] of Object.entries(value))
    setProperty(told, name, typeof each === 'string' ? (forms.get(name)?.apply(each) ?? each) : each);
  return told as T;
}
