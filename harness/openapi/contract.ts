import { type ClausePart, formatPart, isSamePart } from '../core/clause-part.ts';
import type { Clause, Operation, Unspecified } from '../core/model.ts';
import { deepDocumentError } from '../core/util/stack-overflow.ts';
import { stripScope } from './bundle/dynamic-scope.ts';
import { deriveClauses } from './clauses/clauses.ts';
import type { OpenApiDocument } from './document.ts';
import { readOperations } from './operations.ts';
import { SchemaValidator } from './schema/validator.ts';
import { readUnspecified } from './unspecified.ts';

/** A loaded document with everything that is derived from it, lazily. */
export class Contract {
  readonly document: OpenApiDocument;
  readonly schemas: SchemaValidator;
  readonly operations: readonly Operation[];
  private readonly byOperation = new Map<string, OperationClauses>();
  private readonly derivedValues = new Map<(contract: Contract) => unknown, unknown>();

  constructor(document: OpenApiDocument) {
    this.document = document;
    this.schemas = new SchemaValidator(document);
    this.operations = document.derived(readOperations);
  }

  get unspecified(): readonly Unspecified[] {
    return this.document.derived(readUnspecified);
  }

  /** Returns what `derive` makes of this contract, computed once; `derive` is a function of a module, not a closure. */
  derived<T>(derive: (contract: Contract) => T): T {
    const found = this.derivedValues.get(derive) as T | undefined;
    if (found !== undefined) return found;
    const value = derive(this);
    this.derivedValues.set(derive, value);
    return value;
  }

  get clauses(): readonly Clause[] {
    return this.operations.flatMap((operation) => this.clausesOf(operation));
  }

  clausesOf(operation: Operation): readonly Clause[] {
    return this.index(operation).all;
  }

  /** Finds the operation with this `operationId` or `METHOD /path`. */
  operation(name: string): Operation | undefined {
    return this.operations.find(({ id, method, path }) => id === name || `${method} ${path}` === name);
  }

  /**
   * Finds the clause about a part of an exchange at a pointer. If there is none, it is the one at the nearest pointer above, or the first
   * one of the part, or the first one of the operation.
   */
  clauseAt(operation: Operation, part: ClausePart, pointer: string): Clause {
    const { byPointer, all } = this.index(operation);
    const prefix = formatPart(part);
    for (let place = stripScope(pointer); place.length > 1; place = place.slice(0, place.lastIndexOf('/'))) {
      const clause = byPointer.get(`${prefix} ${place}`);
      if (clause) return clause;
    }
    const fallback = all.find((clause) => isSamePart(clause.part, part)) ?? all[0];
    if (fallback === undefined) throw new RangeError(`operation ${operation.id} has no clauses`);
    return fallback;
  }

  private index(operation: Operation): OperationClauses {
    let found = this.byOperation.get(operation.id);
    if (!found) {
      const all = this.derive(operation);
      found = {
        all,
        byPointer: new Map(all.map((clause) => [`${formatPart(clause.part)} ${clause.schemaPointer}`, clause])),
      };
      this.byOperation.set(operation.id, found);
    }
    return found;
  }

  private derive(operation: Operation): readonly Clause[] {
    try {
      return deriveClauses(this.document, operation);
    } catch (error) {
      throw deepDocumentError(error, this.document.locate(operation.pointer));
    }
  }
}

interface OperationClauses {
  readonly all: readonly Clause[];
  readonly byPointer: ReadonlyMap<string, Clause>;
}
