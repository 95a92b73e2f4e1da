import type { CaseResult, Operation } from '../../../core/model.ts';
import { withArticle } from '../../../core/util/pluralize.ts';
import type { ResourceOperation, ResourceType } from '../../../openapi/resources/model.ts';
import type { UnusedOperation } from '../../service/service-state.ts';

const NO_SEQUENCE = { reason: 'no sequence of requests needs it: the other suites test it', isOptional: true };

export interface Sequenced {
  /** The types that sequences can be about, with the operations under test. */
  readonly types: readonly ResourceType[];
  /** Whether the sequences about a type came to their end. */
  readonly isDone: (type: ResourceType) => boolean;
  /** Why the run ended before the others came to theirs. */
  readonly end: () => string | undefined;
}

/** What sequences have sent; tells why they have sent nothing to an operation. */
export class UsedOperations {
  private readonly sent = new Set<string>();
  private readonly accepted = new Set<string>();

  record({ operation, disposition }: CaseResult): void {
    this.sent.add(operation);
    if (disposition === 'accepted') this.accepted.add(operation);
  }

  /** @returns undefined for an operation with requests, or if it is not known */
  whyUnused({ id }: Operation, { types, isDone, end }: Sequenced): UnusedOperation | undefined {
    if (this.sent.has(id)) return undefined;
    const type = types.find(({ operations }) => operations.some(({ operation }) => operation.id === id));
    if (!type) return NO_SEQUENCE;
    if (isDone(type)) return this.whyUnusedOf(type);
    const ended = end();
    return ended === undefined ? undefined : { reason: `not reached: ${ended}`, isOptional: false };
  }

  private whyUnusedOf({ name, singleton, operations }: ResourceType): UnusedOperation {
    const isAccepted = (isMeant: (operation: ResourceOperation) => boolean) =>
      operations.some((each) => isMeant(each) && this.accepted.has(each.operation.id));
    if (!singleton && !isAccepted(({ creates }) => creates)) return required(`no ${name} was created`);
    const isRead = isAccepted(({ role }) => role === 'read' || role === 'list');
    return isRead ? NO_SEQUENCE : required(`no sequence could read ${withArticle(name)}`);
  }
}

function required(reason: string): UnusedOperation {
  return { reason: `no request was sent: ${reason}`, isOptional: false };
}
