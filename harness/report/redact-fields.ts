import { parsePointer } from '../core/json/pointer.ts';
import type { CaseResult, Finding, HttpResponse } from '../core/model.ts';
import type { Report, RunEvent } from '../core/report.ts';
import { SecretFields } from '../core/secrets/secret-fields.ts';
import { MASK, SecretValues } from '../core/secrets/secret-values.ts';
import type { KeptExchange, SequenceStep } from '../core/sequence.ts';

/**
 * Returns an event with the values of fields masked: in bodies and queries, and wherever else the same exchange or its findings repeat
 * them.
 * @param names of properties, form fields and query parameters, in any letter case
 */
export function redactFields(event: RunEvent, names: readonly string[]): RunEvent {
  if (names.length === 0) return event;
  const fields = new SecretFields(names);
  switch (event.type) {
    case 'result':
      return { ...event, result: maskResult(event.result, fields) };
    case 'finding': {
      const evidence = event.finding.evidence.map((result) => maskResult(result, fields));
      return { ...event, finding: { ...event.finding, evidence } };
    }
    case 'end':
      return { ...event, report: maskReport(event.report, fields) };
    default:
      return event;
  }
}

function maskReport(report: Report, fields: SecretFields): Report {
  return {
    ...report,
    findings: report.findings.map((group) => {
      const { exchange, texts } = maskExchange(group.exchange, fields);
      return { ...maskFinding(group, texts, fields), exchange };
    }),
    results: report.results.map((result) => maskResult(result, fields)),
  };
}

function maskResult(result: CaseResult, fields: SecretFields): CaseResult {
  if (!result.exchange && result.findings.length === 0 && !result.shrunk) return result;
  const { exchange, texts } = maskExchange(result.exchange, fields);
  return {
    ...result,
    findings: result.findings.map((finding) => maskFinding(finding, texts, fields)),
    ...(exchange ? { exchange } : {}),
    ...(result.shrunk
      ? { shrunk: result.shrunk.map((smaller) => ({ ...smaller, result: maskResult(smaller.result, fields) })) }
      : {}),
  };
}

interface MaskedExchange {
  readonly exchange: KeptExchange | undefined;
  /** The values that were masked. */
  readonly texts: SecretValues;
}

function maskExchange(exchange: KeptExchange | undefined, fields: SecretFields): MaskedExchange {
  const values: string[] = [];
  const found = (value: string) => values.push(value);
  if (!exchange) return { exchange, texts: new SecretValues([]) };
  const { request, response, lineage } = exchange;
  const maskResponse = (given: HttpResponse): HttpResponse => ({ ...given, body: fields.maskBody(given.body, found) });
  const masked: KeptExchange = {
    request: {
      ...request,
      path: fields.maskPath(request.path, found),
      body: request.body && fields.maskBody(request.body, found),
    },
    response:
      'kind' in response
        ? { ...response, ...(response.partial ? { partial: maskResponse(response.partial) } : {}) }
        : maskResponse(response),
    ...(lineage ? { lineage: { ...lineage, steps: lineage.steps.map((step) => maskStep(step, fields)) } } : {}),
  };
  const texts = new SecretValues(values);
  return { exchange: values.length === 0 ? masked : maskRepeated(masked, texts), texts };
}

/** Masks values where the same exchange repeats them. */
function maskRepeated({ request, response, ...rest }: KeptExchange, texts: SecretValues): KeptExchange {
  const headers = (pairs: HttpResponse['headers']) => pairs.map(([name, value]) => [name, texts.mask(value)] as const);
  const maskResponse = (given: HttpResponse): HttpResponse => ({
    ...given,
    statusText: texts.mask(given.statusText),
    headers: headers(given.headers),
    body: texts.maskBytes(given.body),
  });
  return {
    ...rest,
    request: {
      ...request,
      path: texts.mask(request.path),
      headers: headers(request.headers),
      body: request.body && texts.maskBytes(request.body),
    },
    response:
      'kind' in response
        ? { ...response, ...(response.partial ? { partial: maskResponse(response.partial) } : {}) }
        : maskResponse(response),
  };
}

function maskFinding<T extends Finding>(finding: T, texts: SecretValues, fields: SecretFields): T {
  const isSecret = parsePointer(finding.clause.instancePath).some((name) => fields.has(name));
  const quote = (text: string) => texts.mask(fields.maskText(text));
  const mask = (text: string) => (isSecret ? MASK : quote(text));
  return {
    ...finding,
    message: quote(finding.message),
    ...(finding.actual === undefined ? {} : { actual: mask(finding.actual) }),
    ...(finding.sequence ? { sequence: finding.sequence.map((step) => maskStep(step, fields)) } : {}),
  };
}

function maskStep(step: SequenceStep, fields: SecretFields): SequenceStep {
  const { exchange, texts } = maskExchange(step, fields);
  return {
    ...step,
    ...exchange,
    captures: step.captures.map((capture) => ({ ...capture, value: texts.mask(capture.value) })),
  };
}
