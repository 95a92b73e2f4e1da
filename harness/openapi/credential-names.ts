import { isObject } from '../core/json/index.ts';
import type { Contract } from './contract.ts';

/** Names of the headers, query parameters and cookies that carry the API keys of a document. */
export function credentialNames({ document }: Contract): readonly string[] {
  const { components } = document.root;
  const schemes = isObject(components) ? components['securitySchemes'] : undefined;
  return Object.values(isObject(schemes) ? schemes : {}).flatMap((scheme) => {
    const { type, name } = isObject(scheme) ? scheme : {};
    return type === 'apiKey' && typeof name === 'string' ? [name] : [];
  });
}
