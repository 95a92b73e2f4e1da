import type { ClausePart } from '../core/clause-part.ts';
import type { Clause, Operation, Unspecified } from '../core/model.ts';
import { deepDocumentError } from '../core/util/stack-overflow.ts';
import { stripScope } from './bundle/dynamic-scope.ts';
import { type DerivedClauses, deriveClauses } from './clauses/clauses.ts';
import { OperationClauses } from './clauses/operation-clauses.ts';
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

  /** True if responses of the operation have further clauses, which lie too deep in them to be listed; all are checked. */
  hasUnlistedClauses(operation: Operation): boolean {
    return this.index(operation).isCut;
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
    return this.index(operation).at(part, stripScope(pointer));
  }

  private index(operation: Operation): OperationClauses {
    let found = this.byOperation.get(operation.id);
    if (!found) {
      found = new OperationClauses(this.document, operation, this.derive(operation));
      this.byOperation.set(operation.id, found);
    }
    return found;
  }

  private derive(operation: Operation): DerivedClauses {
    try {
      return deriveClauses(this.document, operation);
    } catch (error) {
      throw deepDocumentError(error, this.document.locate(operation.pointer));
    }
  }
}
