import { excerpt, finding, hasNoBody, headerValues, isAnswer } from '../../../checks/response.ts';
import { jsonBody } from '../../../checks/body.ts';
import { parts } from '../../../openapi/clauses/clauses.ts';
import type { Contract } from '../../../openapi/contract.ts';
import { isObject } from '../../../core/json/index.ts';
import { matchMediaType } from '../../../openapi/media-type.ts';
import { at, join } from '../../../core/json/pointer.ts';
import { show } from '../../../openapi/schema/messages.ts';
import type { Answer, Clause, Exchange, Finding, MediaType, ResponseSpec } from '../../../core/model.ts';
import type { BrokenKeyword, DreddComplaint, DreddResult } from './worker/messages.ts';
import { keywordInDocument } from './draft07-keywords.ts';
import { typeForDredd } from './transactions.ts';

/** What Dredd's complaints about an answer say of the contract: each names the clause that the other suites' checks would name. */
export function toFindings(
  contract: Contract,
  exchange: Exchange,
  { errors, reason }: Pick<DreddResult, 'errors' | 'reason'>,
): Finding[] {
  const { case: asked, answer } = exchange;
  const { operation } = asked;
  if (errors.length === 0 || !isAnswer(answer)) {
    const clause = contract.clauseAt(operation, parts.answer, operation.pointer);
    return [finding('dredd', clause, `Dredd: ${reason ?? 'no answer'}`)];
  }
  // An answer of another status is another response; what Dredd then says of its body follows from that.
  const status = errors.filter(({ field }) => field === 'statusCode');
  if (status.length > 0) return status.map(({ message }) => statusFinding(contract, exchange, answer, message));
  const response = operation.response(answer.status);
  const told = response && typeForDredd(response);
  if (!response || !told || isOtherType(answer, response, told)) return [];
  return new AnswerFindings(contract, exchange, answer, { response, told }).of(errors);
}

/** Which error a refused request gets is the service's choice, as far as it is documented. */
function statusFinding(
  contract: Contract,
  { case: { operation, intent, exercises } }: Exchange,
  answer: Answer,
  message: string,
): Finding {
  const documented = contract.clauseAt(operation, parts.answer, join(operation.pointer, 'responses'));
  const isRefused = intent !== 'accept' && answer.status >= 400;
  const clause = isRefused ? documented : (exercises[0] ?? documented);
  const severity = isRefused && answer.status < 500 ? 'warning' : 'error';
  return { ...finding('dredd', clause, `Dredd: ${message}`, undefined, excerpt(answer)), severity };
}

/** Whether the answer is of a declared media type, but not of the one that Dredd was told of. */
function isOtherType(answer: Answer, { content }: ResponseSpec, told: MediaType): boolean {
  const declared = matchMediaType(content, headerValues(answer, 'content-type')[0] ?? '');
  return declared !== undefined && declared !== told;
}

/** What Dredd was told of an answer. */
interface Told {
  readonly response: ResponseSpec;
  readonly told: MediaType;
}

class AnswerFindings {
  private readonly contract: Contract;
  private readonly exchange: Exchange;
  private readonly answer: Answer;
  private readonly response: ResponseSpec;
  private readonly told: MediaType;

  constructor(contract: Contract, exchange: Exchange, answer: Answer, { response, told }: Told) {
    this.contract = contract;
    this.exchange = exchange;
    this.answer = answer;
    this.response = response;
    this.told = told;
  }

  of(complaints: readonly DreddComplaint[]): Finding[] {
    const headers = complaints.filter(({ field }) => field === 'headers');
    const body = complaints.filter(({ field }) => field === 'body');
    const unreadable = headers.length > 0 ? [] : body.filter(({ broken }) => broken === undefined);
    return [
      ...headers.map(({ message }) => this.say(this.mediaType(), message)),
      ...unreadable.map(({ message }) => this.unreadable(message)),
      ...decisive(body).map(({ message, broken }) =>
        this.say(this.schemaClause(broken), message, this.actualOf(broken)),
      ),
    ];
  }

  private say(clause: Clause, message: string, actual = excerpt(this.answer)): Finding {
    return finding('dredd', clause, `Dredd: ${message}`, undefined, actual);
  }

  private mediaType(): Clause {
    const { response } = this;
    return this.clauseAt(parts.response(response), join(response.pointer, 'content'));
  }

  /** Dredd guesses at a media type then, and parses what it made of the bytes: what came is said instead. */
  private unreadable(message: string): Finding {
    const { exchange, answer } = this;
    if (hasNoBody(exchange))
      return this.say(this.mediaType(), `status ${answer.status} comes without the expected body`);
    const body = jsonBody(answer);
    return this.say(
      this.bodyClause(),
      'problem' in body ? `the body is not a parseable JSON: ${body.problem}` : message,
    );
  }

  private bodyClause(pointer = this.told.pointer): Clause {
    return this.clauseAt(parts.responseBody(this.response, this.told.type), pointer);
  }

  /** The whole body's own where it is not known which schema is broken. */
  private schemaClause(broken: BrokenKeyword | undefined): Clause {
    return this.bodyClause(broken?.place === undefined ? undefined : this.keywordAt(broken.place, broken));
  }

  private actualOf(broken: BrokenKeyword | undefined): string | undefined {
    const body = jsonBody(this.answer);
    if (broken === undefined || !('value' in body)) return undefined;
    const value = at(body.value, broken.path);
    return broken.keyword === 'required' || value === undefined ? 'absent' : show(value);
  }

  private keywordAt(place: string, { keyword, member }: BrokenKeyword): string {
    const schema = this.contract.document.at(place);
    if (!isObject(schema)) return place;
    const { required } = schema;
    if (keyword === 'required' && Array.isArray(required) && member !== undefined)
      return join(place, keyword, required.indexOf(member));
    return join(place, keywordInDocument(keyword, schema));
  }

  private clauseAt(part: string, pointer: string): Clause {
    return this.contract.clauseAt(this.exchange.case.operation, part, pointer);
  }
}

/** Keywords that fail because of others that failed. */
const CONSEQUENT = new Set(['if', 'propertyNames']);

/** The complaints that stand for themselves: one about an alternative is part of why none fits, about which there is one as well. */
function decisive(complaints: readonly DreddComplaint[]): readonly DreddComplaint[] {
  const broken = complaints.filter((complaint) => complaint.broken !== undefined);
  const own = broken.filter(
    ({ broken: { keyword = '', place } = {} }) => place !== undefined && !CONSEQUENT.has(keyword),
  );
  return own.length > 0 ? own : broken;
}
