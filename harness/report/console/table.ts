import { stripVTControlCharacters } from 'node:util';

/** Rows as lines with aligned columns, two spaces between them; columns named in `right` are aligned right. */
export function table(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const widths = rows.reduce<number[]>((widest, row) => {
    row.forEach((cell, column) => {
      widest[column] = Math.max(widest[column] ?? 0, width(cell));
    });
    return widest;
  }, []);
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const padding = ' '.repeat((widths[column] ?? 0) - width(cell));
        return right.includes(column) ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd(),
  );
}

function width(cell: string): number {
  return Array.from(stripVTControlCharacters(cell)).length;
}
