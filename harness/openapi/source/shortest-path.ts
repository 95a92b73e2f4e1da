import { relative, resolve } from 'node:path';

/** Returns the path of a file for messages: relative to the working folder if that is shorter. */
export function shortestPath(file: string): string {
  const path = relative('.', resolve(file));
  return path.length < file.length || !file.startsWith('/') ? path || file : file;
}
