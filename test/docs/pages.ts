import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const root = join(import.meta.dirname, '../..');

const FOLDERS = ['.github', 'docs', 'examples'];

/** A page of the documentation: its path below the root, and its text. */
export interface Page {
  readonly file: string;
  readonly text: string;
}

/** Every Markdown file that readers see. */
export function pages(): Page[] {
  const atRoot = readdirSync(root).filter((name) => name.endsWith('.md'));
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => relative(root, join(root, folder, name))),
  );
  return [...atRoot, ...below].sort().map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
}

/** The lines of the shell that a page shows, without comments and prompts, `\`-joined lines as one. */
export function shellLines({ text }: Page): string[] {
  const blocks = [...text.matchAll(/^```(?:sh|yaml)\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);
  return blocks.flatMap((code) => code.replaceAll('\\\n', ' ').split('\n')).map((line) => line.replace(/\s#.*$/, ''));
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchors({ text }: Page): Set<string> {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
  return new Set(
    headings.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
