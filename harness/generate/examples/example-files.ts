import { readdirSync } from 'node:fs';
import { join as joinPath, resolve } from 'node:path';
import { didYouMean, InputError } from '../../core/errors.ts';
import { isObject } from '../../core/json/index.ts';
import { appendTokens } from '../../core/json/pointer.ts';
import type { Case, Clause, JsonObject, JsonValue, Operation } from '../../core/model.ts';
import { fileKind } from '../../core/util/regular-file.ts';
import { ReferencePolicy } from '../../openapi/bundle/reference-policy.ts';
import { clauseParts } from '../../openapi/clauses/clauses.ts';
import type { Contract } from '../../openapi/contract.ts';
import { sourceLocation } from '../../openapi/source/origins.ts';
import { readYamlSources } from '../../openapi/source/yaml-source.ts';
import { emptyRequestSpec, type RequestSpec, requestMediaType } from '../requests/build-request.ts';
import { createTestCase, type SpecifiedCase } from '../requests/test-case.ts';
import type { UniqueValues } from '../requests/unique-values.ts';
import { violatedClauses } from '../requests/violated-clauses.ts';

const FILE_FIELDS = ['operation', 'examples'];
const EXAMPLE_FIELDS = ['summary', 'request', 'expect', 'response'];
const REQUEST_FIELDS = ['path', 'query', 'headers', 'cookies', 'body', 'text', 'contentType', 'rawQuery'];
const RESPONSE_FIELDS = ['status', 'body'];
const EXPECTATIONS = ['success', 'error'];

/**
 * Reads the named requests of a YAML file or a folder of them, as cases.
 * @param allowRefs folders outside of the repository that links in the folder may lead to
 * @throws {InputError} for an unknown operation or field, with its line
 */
export function readExampleFiles(
  contract: Contract,
  unique: UniqueValues,
  path: string,
  allowRefs: readonly string[] = [],
): SpecifiedCase[] {
  return exampleFiles(path, allowRefs).flatMap((file) => readFile(contract, unique, file));
}

function exampleFiles(path: string, allowRefs: readonly string[]): string[] {
  const kind = fileKind(path);
  if (kind === undefined) throw new InputError(`cannot read examples ${path}: there is no such file or folder`);
  if (kind !== 'folder') return [path];
  const files = readdirSync(path).filter((name) => /\.(ya?ml|json)$/.test(name));
  if (files.length === 0) throw new InputError(`no examples in ${path}: it holds no .yaml, .yml or .json file`);
  const paths = files.sort().map((name) => joinPath(path, name));
  const policy = new ReferencePolicy(joinPath(path, 'examples'), allowRefs);
  for (const file of paths) policy.assertAllowed(resolve(file), file, undefined);
  return paths;
}

function readFile(contract: Contract, unique: UniqueValues, file: string): SpecifiedCase[] {
  const sources = readYamlSources(file, 'examples');
  if (sources.length === 0) throw new InputError(`${file}: expected an object with \`operation\` and \`examples\``);
  return sources.flatMap(({ root }) => readDocument(contract, unique, file, root));
}

function readDocument(contract: Contract, unique: UniqueValues, file: string, root: JsonValue): SpecifiedCase[] {
  if (!isObject(root)) throw new InputError(`${file}: expected an object with \`operation\` and \`examples\``);
  rejectUnknownFields(root, FILE_FIELDS);
  const operation = findOperation(contract, root);
  const { examples } = root;
  if (!isObject(examples))
    throw new InputError('`examples` must map names to examples', sourceLocation(root, 'examples'));
  if (Object.keys(examples).length === 0)
    throw new InputError('`examples` has none: nothing would be tested', sourceLocation(root, 'examples'));
  return Object.entries(examples).map(([name, example]) => {
    if (!isObject(example)) throw new InputError(`example ${name} must be an object`, sourceLocation(examples, name));
    return readExample(contract, unique, operation, name, example, examples);
  });
}

function findOperation(contract: Contract, root: JsonObject): Operation {
  const name = root['operation'];
  if (typeof name !== 'string')
    throw new InputError(
      '`operation` is missing: the operationId of the examples, or METHOD /path',
      sourceLocation(root, 'operation'),
    );
  const operation = contract.operation(name);
  if (operation) return operation;
  const known = contract.operations.map(({ id }) => id);
  const guess = didYouMean(name, known);
  const remedy = guess ? `Did you mean ${guess}?` : `Operations: ${known.join(', ')}`;
  throw new InputError(`unknown operation ${name}. ${remedy}`, sourceLocation(root, 'operation'));
}

function readExample(
  contract: Contract,
  unique: UniqueValues,
  operation: Operation,
  name: string,
  example: JsonObject,
  owner: JsonObject,
): SpecifiedCase {
  rejectUnknownFields(example, EXAMPLE_FIELDS);
  const { expect } = example;
  if (typeof expect !== 'string' || !EXPECTATIONS.includes(expect))
    throw new InputError(
      `\`expect\` of ${name} must be one of ${EXPECTATIONS.join(', ')}`,
      sourceLocation(example, 'expect'),
    );
  const response = example['response'] ?? {};
  if (!isObject(response)) throw new InputError('`response` must be an object', sourceLocation(example, 'response'));
  rejectUnknownFields(response, RESPONSE_FIELDS);
  const spec = readRequestSpec(operation, example);
  const expectation = expect === 'success' ? 'accept' : 'reject';
  return createTestCase(contract, unique, {
    id: `example ${name}`,
    operation,
    spec,
    expectation,
    targets: expectation === 'reject' ? targetsOfInvalid(contract, operation, spec) : [],
    origin: { suite: 'examples', kind: 'fixture', location: sourceLocation(owner, name) },
    expected: readExpected(response),
  });
}

function readExpected(response: JsonObject): Case['expected'] {
  const { status, body } = response;
  if (status !== undefined && typeof status !== 'number')
    throw new InputError('`status` must be a number', sourceLocation(response, 'status'));
  return { ...(status === undefined ? {} : { status }), ...(body === undefined ? {} : { body }) };
}

function readRequestSpec(operation: Operation, example: JsonObject): RequestSpec {
  const request = example['request'] ?? {};
  if (!isObject(request)) throw new InputError('`request` must be an object', sourceLocation(example, 'request'));
  rejectUnknownFields(request, REQUEST_FIELDS);
  const map = (name: string): JsonObject => {
    const value = request[name] ?? {};
    if (isObject(value)) return value;
    throw new InputError(`\`${name}\` must map names to values`, sourceLocation(request, name));
  };
  const text = (name: string): string | undefined => {
    const value = request[name];
    if (value === undefined || typeof value === 'string') return value;
    throw new InputError(`\`${name}\` must be a string`, sourceLocation(request, name));
  };
  const bytes = text('text');
  const [contentType, rawQuery] = [text('contentType'), text('rawQuery')];
  if (bytes !== undefined && request['body'] !== undefined)
    throw new InputError('give `body` or `text`, not both', sourceLocation(request, 'text'));
  requirePathParameters(operation, request, map('path'));
  return {
    parameters: {
      ...emptyRequestSpec.parameters,
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
      throw new InputError(
        `path parameter ${parameter.name} of ${operation.id} needs a value below \`path\``,
        sourceLocation(request),
      );
}

/** Returns the clauses that an invalid example violates; the whole body or operation if none is found. */
function targetsOfInvalid(contract: Contract, operation: Operation, spec: RequestSpec): Clause[] {
  const violated = violatedClauses(contract, operation, spec);
  if (violated.length > 0) return violated;
  const type = requestMediaType(operation);
  if (type) return [contract.clauseAt(operation, clauseParts.requestBody(type.type), type.pointer)];
  return [contract.clauseAt(operation, clauseParts.anyResponse, appendTokens(operation.pointer, 'responses'))];
}

function rejectUnknownFields(object: JsonObject, properties: readonly string[]): void {
  for (const name of Object.keys(object)) {
    if (properties.includes(name)) continue;
    const guess = didYouMean(name, properties);
    const remedy = guess ? `Did you mean ${guess}?` : `Members: ${properties.join(', ')}`;
    throw new InputError(`unknown member ${name}. ${remedy}`, sourceLocation(object, name));
  }
}
