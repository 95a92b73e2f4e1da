import { atPointer, formatLocation } from '../../core/errors.ts';
import type { Operation } from '../../core/model.ts';
import { DEFAULT_SECRET_FIELDS } from '../../core/secrets/default-secret-fields.ts';
import { SecretFields } from '../../core/secrets/secret-fields.ts';
import { readArrived } from '../../core/util/event-loop.ts';
import { pluralize } from '../../core/util/pluralize.ts';
import type { Mock, MockDocument } from '../../mock/mock.ts';
import type { MockRequest } from '../../mock/request-log.ts';
import { NOTE_HEADER } from '../../mock/respond/problem-details.ts';
import { isCheckoutPath } from '../../mock/world/lines.ts';
import { credentialNames } from '../../openapi/credential-names.ts';
import { unknownTypes } from '../../openapi/schema/unknown-types.ts';
import { oneLine } from '../../report/text/escape.ts';

/** Operations that the banner lists: a request is generated for each, and nobody reads a thousand. */
const MAX_LISTED = 30;
/** Errors of the document that the banner lists; `contract lint` lists all. */
const MAX_ERRORS = 5;

/** Makes the curl command of an operation. */
type CurlOf = (document: MockDocument, operation: Operation) => string | Promise<string>;

/** Makes the lines that the mock prints at its start: its URLs, and the first operations with a curl command each, as soon as it is there. */
export async function* bannerLines(
  { url, controlUrl, documents }: Pick<Mock, 'url' | 'controlUrl' | 'documents'>,
  curlOf: CurlOf,
): AsyncGenerator<string> {
  const limit = Math.ceil(MAX_LISTED / documents.length);
  for (const document of documents) {
    yield `Mocking ${oneLine(document.contract.document.file)} at ${document.url}\n`;
    yield* typeErrors(document);
    yield* operationLines(document, limit, curlOf);
    yield '';
  }
  if (controlUrl !== undefined) yield `Try, watch and steer it in a browser: ${controlUrl}`;
  if (url.startsWith('https:')) yield 'curl needs -k, or --cacert FILE, for a certificate that is not trusted.';
  yield 'On demand: -H "Prefer: code=503", example=NAME, dynamic=true, wait=2. Stop with Ctrl-C.';
}

/** Unknown types, which no request is valid against: the mock does not lint, and each of its responses would be an error. */
function* typeErrors({ contract: { document } }: MockDocument): Generator<string> {
  const errors = unknownTypes(document);
  for (const { location, pointer, message } of errors.slice(0, MAX_ERRORS))
    yield oneLine(`  ${formatLocation(location)}: error: ${message}${atPointer(location, pointer)}`);
  if (errors.length > MAX_ERRORS) yield `  and ${errors.length - MAX_ERRORS} more: contract lint`;
  if (errors.length > 0) yield '';
}

async function* operationLines(document: MockDocument, limit: number, curlOf: CurlOf): AsyncGenerator<string> {
  const { operations, document: source } = document.contract;
  for (const operation of deletionsLast(operations.slice(0, limit))) {
    const { method, path, summary } = operation;
    const title = `${method} ${path}`;
    const line = oneLine(summary === '' || summary === title ? title : `${title}  ${summary}`);
    // Whoever waits for a response need not wait for the next line, too.
    await readArrived();
    yield `  ${line}\n    ${await curlOf(document, operation)}`;
  }
  const others = operations.length - limit;
  const file = document.path === '/' ? '' : ` ${oneLine(source.file)}`;
  if (others > 0) yield `  and ${pluralize(others, 'more operation')}: contract show${file}`;
}

/**
 * Who pastes one command after the other takes nothing away that a later one needs: what is below goes before what is above, and a cart is
 * not bought before its items are deleted.
 */
function deletionsLast(operations: readonly Operation[]): Operation[] {
  const depthOf = ({ path }: Operation) => path.split('/').length;
  const isLast = ({ method, path }: Operation) => method === 'DELETE' || (method === 'POST' && isCheckoutPath(path));
  const last = operations.filter(isLast).toReversed();
  return [...operations.filter((each) => !isLast(each)), ...last.sort((a, b) => depthOf(b) - depthOf(a))];
}

const MAX_PATH_CHARS = 120;

/** The fields and parameters whose values a log does not show: those with usual names, and the credentials of the documents. */
export function loggedSecrets(documents: readonly Pick<MockDocument, 'contract'>[] = []): SecretFields {
  return new SecretFields([
    ...DEFAULT_SECRET_FIELDS,
    ...documents.flatMap(({ contract }) => credentialNames(contract)),
  ]);
}

const USUAL_SECRETS = loggedSecrets();

/**
 * Returns the log line of a request: `POST /pets 422 0.3 ms  body property id must be an integer, got "7"`. Of one that the backend
 * responded to, it says which message violates the document.
 */
export function formatRequestLine(request: MockRequest, secrets = USUAL_SECRETS): string {
  const { method, status, durationMs, problems, violations } = request;
  const path = secrets.maskPath(request.path, () => undefined);
  const shown = path.length > MAX_PATH_CHARS ? `${path.slice(0, MAX_PATH_CHARS)}...` : path;
  const line = `${method} ${shown} ${status} ${durationMs.toFixed(1)} ms`;
  if (request.source === 'mock') return oneLine([line, ...mockRemarks(request)].join('  '));
  const parts = [...labeled('request', problems), ...labeled('response', violations)];
  return oneLine([`${line} from the backend`, ...parts].join('  '));
}

/** Why it was rejected, or else what is unusual about the response, such as that a recording has none. */
function mockRemarks({ problems, response }: MockRequest): string[] {
  if (problems.length > 0) return [problems.join('; ')];
  return response.headers.flatMap(([name, value]) => (name === NOTE_HEADER ? [value] : []));
}

function labeled(name: string, problems: readonly string[]): string[] {
  return problems.length === 0 ? [] : [`${name}: ${problems.join('; ')}`];
}
