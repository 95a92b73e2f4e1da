import { type ClausePart, formatPart, isSamePart } from '../../core/clause-part.ts';
import type { Clause, Operation } from '../../core/model.ts';
import type { OpenApiDocument } from '../document.ts';
import type { DerivedClauses } from './clauses.ts';

type ByPointer = Map<string, Clause>;

/** The clauses of an operation, to be listed and to be found. */
export class OperationClauses {
  readonly all: Clause[];
  readonly isCut: boolean;
  private readonly document: OpenApiDocument;
  private readonly operation: Operation;
  /** The parts that were asked for. */
  private readonly parts = new Map<string, ByPointer>();

  constructor(document: OpenApiDocument, operation: Operation, { clauses, isCut }: DerivedClauses) {
    this.document = document;
    this.operation = operation;
    this.all = clauses;
    this.isCut = isCut;
  }

  /** As `clauseAt` of the contract. */
  at(part: ClausePart, pointer: string): Clause {
    const ofPart = this.ofPart(part);
    for (let place = pointer; place.length > 1; place = place.slice(0, place.lastIndexOf('/'))) {
      const clause = ofPart.get(place);
      if (clause) return clause;
    }
    if (ofPart.size > 0 && this.isCut && part.kind === 'response-body') return this.add(ofPart, part, pointer);
    const fallback = ofPart.values().next().value ?? this.all[0];
    if (fallback === undefined) throw new RangeError(`operation ${this.operation.id} has no clauses`);
    return fallback;
  }

  private ofPart(part: ClausePart): ByPointer {
    const name = formatPart(part);
    let found = this.parts.get(name);
    if (!found) {
      const clauses = this.all.filter((clause) => isSamePart(clause.part, part));
      found = new Map(clauses.map((clause) => [clause.schemaPointer, clause]));
      this.parts.set(name, found);
    }
    return found;
  }

  /** Lists a clause that lies too deep in its schema to be listed with the others. */
  private add(ofPart: ByPointer, part: ClausePart, pointer: string): Clause {
    const clause = this.unlisted(part, pointer);
    this.all.push(clause);
    ofPart.set(pointer, clause);
    return clause;
  }

  private unlisted(part: ClausePart, pointer: string): Clause {
    const name = formatPart(part);
    const operation = this.operation.id;
    return {
      id: `${operation} ${name} ${pointer}`,
      operation,
      direction: 'response',
      part,
      schemaPointer: pointer,
      location: this.document.locate(pointer),
      instancePath: '',
      description: `${name} is as ${pointer} says`,
    };
  }
}
