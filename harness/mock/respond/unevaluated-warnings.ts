import { formatLocation } from '../../core/errors.ts';
import type { Contract } from '../../openapi/contract.ts';

/** Warns once of each keyword that takes too long to be evaluated. */
export class UnevaluatedWarnings {
  private readonly contract: Contract;
  /** Pointers of the keywords that were reported. */
  private readonly reported = new Set<string>();

  constructor(contract: Contract) {
    this.contract = contract;
  }

  emit(): void {
    const { document, schemas } = this.contract;
    if (schemas.notEvaluated.size === this.reported.size) return;
    for (const pointer of schemas.notEvaluated.keys()) {
      if (this.reported.has(pointer)) continue;
      this.reported.add(pointer);
      const where = formatLocation(document.locate(pointer));
      process.emitWarning(`${where} was not evaluated: it takes too long on some values, which are accepted`);
    }
  }
}
