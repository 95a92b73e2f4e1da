import { UsageError } from '../../core/errors.ts';
import type { ReceivedRequest } from '../../core/received-request.ts';
import { normalizePath } from '../../openapi/router.ts';
import type { DocumentMock } from '../document-mock.ts';

/** Where a request goes. */
export interface Destination {
  readonly document: DocumentMock;
  /** The request with its base path. */
  readonly request: ReceivedRequest;
}

/** Finds the document of a request: that with the longest base path. */
export class Mounts {
  readonly documents: readonly DocumentMock[];

  constructor(documents: readonly DocumentMock[]) {
    this.documents = documents;
  }

  /** @returns undefined if no document is served there */
  find(request: ReceivedRequest): Destination | undefined {
    const [only] = this.documents;
    if (only && this.documents.length === 1 && only.basePaths[0] === '') return { document: only, request };
    return this.at(request) ?? this.at({ ...request, path: normalizePath(request.path) });
  }

  /** @throws {UsageError} for two documents below the same path */
  check(): void {
    const owners = new Map<string, DocumentMock>();
    for (const document of this.documents)
      for (const basePath of document.basePaths) {
        const other = owners.get(basePath);
        if (other && other !== document) throw samePath(other, document, basePath);
        owners.set(basePath, document);
      }
  }

  private at(request: ReceivedRequest): Destination | undefined {
    let [basePath, found]: [string, DocumentMock | undefined] = ['', undefined];
    for (const document of this.documents) {
      const own = document.basePathOf(request.path);
      if (own === undefined || (found && own.length <= basePath.length)) continue;
      [basePath, found] = [own, document];
    }
    if (!found) return undefined;
    return { document: found, request: basePath === '' ? request : { ...request, basePath } };
  }
}

function samePath(first: DocumentMock, second: DocumentMock, basePath: string): UsageError {
  const files = [first, second].map(({ contract }) => contract.document.file);
  const where = basePath === '' ? 'the root' : basePath;
  const remedy = files.map((file, index) => `${file}=/${index === 0 ? 'a' : 'b'}`).join(' ');
  return new UsageError(`${files.join(' and ')} are both served at ${where}. Give each a path of its own: ${remedy}`);
}
