import { stripVTControlCharacters } from 'node:util';

/** Returns rows as lines with aligned columns, two spaces apart; `rightAligned` are indexes of columns. */
export function table(rows: readonly (readonly string[])[], rightAligned: readonly number[] = []): string[] {
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
        return rightAligned.includes(column) ? padding + cell : cell + padding;
      })
      .join('  ')
      .trimEnd(),
  );
}

function width(cell: string): number {
  return Array.from(stripVTControlCharacters(cell)).length;
}
