/** Names a failure over runs and seeds: operation, check and clause. */
export function findingKey(operation: string, check: string, clause: string): string {
  return `${operation} ${check} ${clause}`;
}
