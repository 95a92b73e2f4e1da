import { isResponse } from '../../core/http-response.ts';
import type { HttpRequest, HttpResponse } from '../../core/model.ts';
import {
  type CapturedValue,
  capturedBy,
  type KeptExchange,
  type KnownValue,
  type SequenceStep,
} from '../../core/sequence.ts';
import { escapeRegExp } from '../../core/util/escape-reg-exp.ts';
import { oneLine } from '../text/escape.ts';
import { curlCommand } from './curl.ts';
import { quote } from './shell-quote.ts';

/**
 * Returns a shell script that sends the requests of a sequence again, with the identifiers that the responses give then; it needs
 * curl, grep, head, sed and tr. Values of credentials and of `secretHeaders` are `***`.
 */
export function sequenceScript(
  baseUrl: string,
  steps: readonly SequenceStep[],
  secretHeaders: readonly string[] = [],
): string[] {
  const known: KnownValue[] = [];
  return steps.flatMap((step, index) => {
    const variables = known.map(({ name }) => name);
    const request = withMarkers(step, known);
    const command = insertVariables(curlCommand(baseUrl, request, secretHeaders), variables).replace(
      /\bcurl -/,
      'curl -s',
    );
    known.push(...capturedBy(step.request, step.captures));
    const lines = [
      `echo ${quote(`${index + 1}. ${oneLine(step.purpose)} (seen: ${statusOf(step)})`)}`,
      `response=$(${command})`,
      `printf '%s\\n\\n' "$response"`,
    ];
    return [...lines, ...step.captures.map((capture) => assignment(capture, step))];
  });
}

function statusOf({ response }: SequenceStep): string {
  return isResponse(response) ? String(response.status) : response.kind;
}

/**
 * Returns the commands that send a request again: one, or a script that creates the records that it names.
 */
export function exchangeScript(
  baseUrl: string,
  { request, response, lineage }: KeptExchange,
  secretHeaders: readonly string[] = [],
): string[] {
  if (!lineage) return [curlCommand(baseUrl, request, secretHeaders)];
  const last = { purpose: 'send the request', request, response, captures: [], inPath: lineage.inPath };
  return sequenceScript(baseUrl, [...lineage.steps, last], secretHeaders);
}

/** Letters and digits, which no encoding changes. */
function marker(name: string): string {
  return `CAPTURED${Buffer.from(name).toString('hex')}CAPTURED`;
}

function insertVariables(command: string, names: readonly string[]): string {
  return names.reduce((text, name) => text.replaceAll(marker(name), `'"$${name}"'`), command);
}

function withMarkers({ request, inPath }: SequenceStep, known: readonly KnownValue[]): HttpRequest {
  const [path = '', ...query] = request.path.split('?');
  const segments = path.split('/').map((segment, index) => {
    const name = inPath.find((each) => each.segment === index)?.name;
    if (name === undefined) return segment;
    const value = encodeURIComponent(known.find((each) => each.name === name)?.value ?? '');
    return marker(name) + (segment.startsWith(value) ? segment.slice(value.length) : '');
  });
  const own = inPath.map(({ name }) => name);
  const target = [segments.join('/'), ...query.map((each) => queryWithMarkers(each, known, own))].join('?');
  const body = request.body && bodyWithMarkers(request.body, known, own);
  return { ...request, path: target, headers: request.headers.map((header) => headerWithMarker(header, known)), body };
}

/** Replaces the entity tag on which a request is conditional. */
function headerWithMarker([name, value]: HttpRequest['headers'][number], known: readonly CapturedValue[]) {
  const tag = name.toLowerCase() === 'if-match' ? known.findLast((each) => each.value === value) : undefined;
  return [name, tag ? marker(tag.name) : value] as const;
}

/** A property or field with one value, or with several of which the first counts. */
const PROPERTY = /("([^"]+)"\s*:\s*\[?\s*"?)([^"\s,{}[\]]+)(?=["\s,}\]])/g;
const FIELD = /(?<=^|&)(([^=&]+)=)([^&]+)/g;
const NAMES_AN_IDENTIFIER = /(?:[iI][dD]s?|[cC]ode|[kK]ey|[vV]ersion|[rR]ev(?:ision)?|[eE][tT]ag)$/;
/** Such a value, such as a UUID, is no other one by accident. */
const UNMISTAKABLE_CHARS = 12;

/** Replaces identifiers and versions in a JSON body, and in a query. */
function bodyWithMarkers(body: Uint8Array, known: readonly KnownValue[], own: readonly string[]): Uint8Array {
  const bytes = Buffer.from(body);
  if (!bytes.equals(Buffer.from(bytes.toString('utf8')))) return body;
  const text = bytes.toString('utf8').replace(PROPERTY, (whole, before: string, property: string, value: string) => {
    const found = valueFor(property, value, known, own);
    return found ? `${before}${marker(found.name)}` : whole;
  });
  return Buffer.from(text);
}

function queryWithMarkers(query: string, known: readonly KnownValue[], own: readonly string[]): string {
  return query.replace(FIELD, (whole, before: string, name: string, value: string) => {
    const found = known.find((each) => encodeURIComponent(each.value) === value)?.value;
    const captured = found === undefined ? undefined : valueFor(name, found, known, own);
    return captured ? `${before}${marker(captured.name)}` : whole;
  });
}

/**
 * The captured value that a property has: that of the collection that the property names, one in the path, or the latest with the value.
 * None if the property is not named like an identifier, and another value could be the same.
 */
function valueFor(
  property: string,
  value: string,
  known: readonly KnownValue[],
  own: readonly string[],
): KnownValue | undefined {
  const version = known.findLast((each) => each.value === value && isVersion(each, property));
  if (version) return version;
  const same = known.filter((each) => each.value === value && each.from.in !== 'version');
  const stem = property.replace(/_?(ids?|code|key)$/i, '').toLowerCase();
  const named = same.findLast(({ collection }) => stem !== '' && collection.toLowerCase().includes(stem));
  if (named) return named;
  if (!NAMES_AN_IDENTIFIER.test(property) && value.length < UNMISTAKABLE_CHARS) return undefined;
  return same.findLast(({ name }) => own.includes(name)) ?? same.at(-1);
}

function isVersion({ from }: CapturedValue, property: string): boolean {
  return from.in === 'version' && from.property === property;
}

/** The command that takes a value from `$response`. */
function assignment({ name, value, from }: CapturedValue, { response }: SequenceStep): string {
  if (from.in === 'location')
    return `${name}=$(printf '%s\\n' "$response" | tr -d '\\r' | sed -n 's|^[Ll]ocation: *\\([^?#]*/\\)\\{0,1\\}\\([^/?# ]*\\).*|\\2|p')`;
  if (from.in === 'etag')
    return `${name}=$(printf '%s\\n' "$response" | tr -d '\\r' | sed -n 's|^[Ee][Tt][Aa][Gg]: *||p')`;
  // The body is nothing but the value.
  if (from.property === '') return `${name}=$(printf '%s\\n' "$response" | sed -n '$p' | tr -d '\\r"')`;
  const property = from.property.replace(/[.*[\]^$\\']/g, '.');
  const found = isResponse(response) ? occurrences(response, from.property) : [];
  const isIn = (text: string) => text === value || text.endsWith(`/${value}`);
  const line = Math.max(1, found.findIndex(isIn) + 1);
  // A resource name such as `shelves/1/books/2` ends with the value (AIP-122).
  const before = (found[line - 1] ?? value) === value ? '' : '.*/';
  const pattern = `"${property}"[[:space:]]*:[[:space:]]*"\\{0,1\\}`;
  return `${name}=$(printf '%s\\n' "$response" | grep -o '${pattern}[^",} ]*' | sed -n '${line}s|^${pattern}${before}||p' | tr -d '\\r')`;
}

/** The values of the properties of a name in a body, in order. */
function occurrences(response: HttpResponse, property: string): string[] {
  const pattern = new RegExp(`"${escapeRegExp(property)}"\\s*:\\s*"?([^",} \\r\\n]*)`, 'g');
  return [...Buffer.from(response.body).toString('utf8').matchAll(pattern)].map(([, value = '']) => value);
}
