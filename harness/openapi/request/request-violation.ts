import type { Clause } from '../../core/model.ts';
import type { RequestPlace, RequestProblem } from '../../core/received-request.ts';

/** A clause that a request violates, with the response status that fits and a message for the client's developer. */
export class RequestViolation implements RequestProblem {
  readonly status: number;
  readonly message: string;
  readonly headers: RequestProblem['headers'];
  readonly place: RequestPlace | undefined;
  private readonly findClause: (() => Clause) | undefined;

  /** @param findClause called when the clause is read: a mock never reads it, and deriving clauses takes time */
  constructor(
    status: number,
    message: string,
    findClause?: () => Clause,
    { headers, place }: Pick<RequestProblem, 'headers' | 'place'> = {},
  ) {
    this.status = status;
    this.message = message;
    this.findClause = findClause;
    this.headers = headers;
    this.place = place;
  }

  /** Undefined if the document has no clause about it, e.g. for a body that no operation declares. */
  get clause(): Clause | undefined {
    return this.findClause?.();
  }
}
