import type { DocumentResult, StageName, StageResult } from './measure.ts';

const STAGES: readonly StageName[] = ['lint', 'mock', 'verify', 'prove'];
const LARGEST_SHARE = 0.95;

/** Formats the results as Markdown: totals for each command, what was rejected and why, and a line for each document. */
export function corpusTable(results: readonly DocumentResult[]): string {
  return [totals(results), rejections(results), documents(results)].join('\n\n').concat('\n');
}

function totals(results: readonly DocumentResult[]): string {
  const rows = STAGES.map((name) => {
    const stages = results.flatMap(({ stages: { [name]: stage } }) => (stage ? [stage] : []));
    const counts = countBy(stages.map(({ result }) => result));
    const outcome = counts.map(([result, count]) => `${count} ${result}`).join(', ');
    return `| ${name} | ${stages.length} | ${outcome} | ${quantile(stages, 'seconds')} | ${quantile(stages, 'megabytes')} |`;
  });
  return [
    `${results.length} documents, ${results.filter(({ rejected }) => rejected !== undefined).length} rejected.`,
    '',
    '| command | documents | results | seconds: median, 95 %, most | MB: median, 95 %, most |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function rejections(results: readonly DocumentResult[]): string {
  const rejected = results.filter((each) => each.rejected !== undefined);
  const rows = rejected.map((each) => `| ${each.file} | ${cell(each.rejected ?? '')} |`);
  return ['## Rejected', '', '| document | why |', '| --- | --- |', ...rows].join('\n');
}

function documents(results: readonly DocumentResult[]): string {
  const rows = results
    .filter(({ rejected }) => rejected === undefined)
    .map(({ file, bytes, operations, stages }) => {
      const cells = STAGES.map((name) => stageCell(stages[name]));
      return `| ${file} | ${Math.ceil(bytes / 1024)} | ${operations ?? ''} | ${cells.join(' | ')} |`;
    });
  return [
    '## Documents',
    '',
    '| document | KB | operations | lint | mock | verify | prove |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function stageCell(stage: StageResult | undefined): string {
  if (!stage) return '';
  const { result, seconds, megabytes } = stage;
  return `${result}, ${seconds.toFixed(1)} s${megabytes === undefined ? '' : `, ${megabytes} MB`}`;
}

function quantile(stages: readonly StageResult[], field: 'seconds' | 'megabytes'): string {
  const values = stages.flatMap(({ [field]: value }) => (value === undefined ? [] : [value])).sort((a, b) => a - b);
  const at = (share: number) =>
    (values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0).toFixed(1);
  return [0.5, LARGEST_SHARE, 1].map(at).join(', ');
}

function countBy(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
