import { readFileSync } from 'node:fs';
import { Module } from 'node:module';

/** A module of Node's loader, with what its types leave out. */
interface Loadable extends Module {
  _compile(source: string, path: string): void;
}

/** In gavel 9.1.5, for each body and each set of headers: the meta-schema is compiled, and the schema judged by it. */
const JUDGES_SCHEMA = 'validateSchema(){const{jsonSchemaVersion:e,jsonSchema:r}=this,';
const REMEMBERS_SCHEMA =
  'validateSchema(){const k=JSON.stringify(this.jsonSchema),s=globalThis.gavelSchemas??=new Set;return s.has(k)||this.judgeSchema()&&!!s.add(k)}' +
  'judgeSchema(){const{jsonSchemaVersion:e,jsonSchema:r}=this,';
/** And then the schema itself is compiled. */
const COMPILES = 't=new fa({allErrors:!0,verbose:!0,meta:!1,validateSchema:!1,jsonPointers:!0});';
const REMEMBERS_COMPILED =
  'k=JSON.stringify(this.jsonSchema),c=globalThis.gavelCompiled??=new Map,t=c.get(k)??new fa({allErrors:!0,verbose:!0,meta:!1,validateSchema:!1,jsonPointers:!0});c.set(k,t);';

/**
 * Lets gavel remember schemas that it has seen, which halves the time of a transaction: its judgement is the same.
 * Another version than the one that this was written for is left as it is.
 * @param path of gavel's only file
 */
export function rememberSchemas(path: string, cache: NodeJS.Dict<Module>): void {
  const source = readFileSync(path, 'utf8');
  if (!source.includes(JUDGES_SCHEMA) || !source.includes(COMPILES)) return;
  const gavel = Object.assign(new Module(path), { filename: path, loaded: true }) as Loadable;
  gavel._compile(source.replace(JUDGES_SCHEMA, REMEMBERS_SCHEMA).replace(COMPILES, REMEMBERS_COMPILED), path);
  cache[path] = gavel as NodeJS.Module;
}
