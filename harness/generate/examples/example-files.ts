import { readdirSync, statSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { parts } from '../../openapi/clauses/clauses.ts';
import type { Contract } from '../../openapi/contract.ts';
import { isObject } from '../../core/json/index.ts';
import { join } from '../../core/json/pointer.ts';
import { locate, readSource } from '../../openapi/source/yaml-source.ts';
import { ContractError, nearest } from '../../core/errors.ts';
import type { Case, Clause, JsonObject, Operation } from '../../core/model.ts';
import { makeCase } from '../requests/test-case.ts';
import type { Fresh } from '../requests/unique-values.ts';
import { bodyType, type Draft, emptyDraft } from '../requests/build-request.ts';
import { requestErrors } from '../requests/violated-clauses.ts';

const FILE_MEMBERS = ['operation', 'examples'];
const EXAMPLE_MEMBERS = ['summary', 'request', 'expect', 'response'];
const REQUEST_MEMBERS = ['path', 'query', 'headers', 'cookies', 'body', 'text', 'contentType', 'rawQuery'];
const RESPONSE_MEMBERS = ['status', 'body'];
const EXPECTATIONS = ['success', 'error'];

/**
 * The named requests of a file or of a folder of YAML files, as cases.
 * @throws {ContractError} for an unknown operation or member, with its line
 */
export function readExamples(contract: Contract, fresh: Fresh, path: string): Case[] {
  return exampleFiles(path).flatMap((file) => readFile(contract, fresh, file));
}

function exampleFiles(path: string): string[] {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new ContractError(`cannot read examples ${path}: there is no such file or folder`);
  if (!stats.isDirectory()) return [path];
  const files = readdirSync(path).filter((name) => /\.(ya?ml|json)$/.test(name));
  if (files.length === 0) throw new ContractError(`no examples in ${path}: it holds no .yaml, .yml or .json file`);
  return files.sort().map((name) => joinPath(path, name));
}

function readFile(contract: Contract, fresh: Fresh, file: string): Case[] {
  const { root } = readSource(file, 'examples');
  if (!isObject(root)) throw new ContractError(`${file}: expected an object with \`operation\` and \`examples\``);
  allow(root, FILE_MEMBERS);
  const operation = findOperation(contract, root);
  const { examples } = root;
  if (!isObject(examples)) throw new ContractError('`examples` must map names to examples', locate(root, 'examples'));
  return Object.entries(examples).map(([name, example]) => {
    if (!isObject(example)) throw new ContractError(`example ${name} must be an object`, locate(examples, name));
    return readExample(contract, fresh, operation, name, example, examples);
  });
}

function findOperation(contract: Contract, root: JsonObject): Operation {
  const name = String(root['operation']);
  const operation = contract.operation(name);
  if (operation) return operation;
  const known = contract.operations.map(({ id }) => id);
  const guess = nearest(name, known);
  const remedy = guess ? `Did you mean ${guess}?` : `Operations: ${known.join(', ')}`;
  throw new ContractError(`unknown operation ${name}. ${remedy}`, locate(root, 'operation'));
}

function readExample(
  contract: Contract,
  fresh: Fresh,
  operation: Operation,
  name: string,
  example: JsonObject,
  owner: JsonObject,
): Case {
  allow(example, EXAMPLE_MEMBERS);
  const { expect } = example;
  if (typeof expect !== 'string' || !EXPECTATIONS.includes(expect))
    throw new ContractError(
      `\`expect\` of ${name} must be one of ${EXPECTATIONS.join(', ')}`,
      locate(example, 'expect'),
    );
  const response = example['response'] ?? {};
  if (!isObject(response)) throw new ContractError('`response` must be an object', locate(example, 'response'));
  allow(response, RESPONSE_MEMBERS);
  const draft = readDraft(operation, example);
  const intent = expect === 'success' ? 'accept' : 'reject';
  return makeCase(contract, fresh, {
    id: `example ${name}`,
    operation,
    draft,
    intent,
    about: intent === 'reject' ? brokenClauses(contract, operation, draft) : [],
    origin: { suite: 'examples', kind: 'fixture', location: locate(owner, name) },
    expected: readExpected(response),
  });
}

function readExpected(response: JsonObject): Case['expected'] {
  const { status, body } = response;
  if (status !== undefined && typeof status !== 'number')
    throw new ContractError('`status` must be a number', locate(response, 'status'));
  return { ...(status === undefined ? {} : { status }), ...(body === undefined ? {} : { body }) };
}

function readDraft(operation: Operation, example: JsonObject): Draft {
  const request = example['request'] ?? {};
  if (!isObject(request)) throw new ContractError('`request` must be an object', locate(example, 'request'));
  allow(request, REQUEST_MEMBERS);
  const map = (name: string): JsonObject => {
    const value = request[name] ?? {};
    if (isObject(value)) return value;
    throw new ContractError(`\`${name}\` must map names to values`, locate(request, name));
  };
  const text = (name: string): string | undefined => {
    const value = request[name];
    if (value === undefined || typeof value === 'string') return value;
    throw new ContractError(`\`${name}\` must be a string`, locate(request, name));
  };
  const bytes = text('text');
  const [contentType, rawQuery] = [text('contentType'), text('rawQuery')];
  if (bytes !== undefined && request['body'] !== undefined)
    throw new ContractError('give `body` or `text`, not both', locate(request, 'text'));
  requirePathParameters(operation, request, map('path'));
  return {
    parameters: {
      ...emptyDraft.parameters,
      path: map('path'),
      query: map('query'),
      header: map('headers'),
      cookie: map('cookies'),
    },
    ...(request['body'] === undefined ? {} : { body: request['body'] }),
    ...(bytes === undefined ? {} : { bytes: Buffer.from(bytes) }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(rawQuery === undefined ? {} : { rawQuery }),
  };
}

function requirePathParameters(operation: Operation, request: JsonObject, given: JsonObject): void {
  for (const parameter of operation.parameters)
    if (parameter.in === 'path' && given[parameter.name] === undefined)
      throw new ContractError(
        `path parameter ${parameter.name} of ${operation.id} needs a value below \`path\``,
        locate(request),
      );
}

/** The clauses that the request of a refused example breaks, as far as the document tells; the body's syntax where nothing else does. */
function brokenClauses(contract: Contract, operation: Operation, draft: Draft): Clause[] {
  const broken = requestErrors(contract, operation, draft);
  if (broken.length > 0) return broken;
  const type = bodyType(operation);
  if (type) return [contract.clauseAt(operation, parts.requestBody(type.type), type.pointer)];
  return [contract.clauseAt(operation, parts.answer, join(operation.pointer, 'responses'))];
}

function allow(object: JsonObject, members: readonly string[]): void {
  for (const name of Object.keys(object)) {
    if (members.includes(name)) continue;
    const guess = nearest(name, members);
    const remedy = guess ? `Did you mean ${guess}?` : `Members: ${members.join(', ')}`;
    throw new ContractError(`unknown member ${name}. ${remedy}`, locate(object, name));
  }
}
