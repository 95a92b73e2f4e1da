import { describe, expect, test } from 'vitest';
import { githubAnnotations } from '../../harness/report/github.ts';
import { finding, keptReport, sampleReport } from './sample.ts';
import { clauses } from './sample-clauses.ts';
import { SAMPLE_SECRET } from './sample-exchanges.ts';

const options = { secretHeaders: [] };

/** Reads a command as the runner does: the data after the second `::`, escapes undone. */
function parse(line: string) {
  const [, level, properties = '', data = ''] = /^::(\w+) (.*?)::(.*)$/s.exec(line) ?? [];
  const undo = (text: string) =>
    text
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%25', '%');
  const named = Object.fromEntries(
    properties.split(',').map((each) => [each.slice(0, each.indexOf('=')), undo(each.slice(each.indexOf('=') + 1))]),
  );
  return { level, ...named, message: undo(data) };
}

function annotations(report = sampleReport()) {
  return githubAnnotations(report, options).split('\n').slice(0, -1).map(parse);
}

describe('GitHub annotations', () => {
  test('put each finding at its line, errors first', () => {
    expect(annotations()[0]).toEqual({
      level: 'error',
      file: 'docs/lending.yaml',
      line: String(clauses.number.location.line),
      col: String(clauses.number.location.column),
      title: 'lend: member number is an integer',
      message:
        'the response\'s property "number" is a string\nexpected: integer\nactual: "9007199254740993"\ncase: lend: a novel\ncheck: schema',
    });
    expect(annotations().map(({ level }) => level)).toEqual(['error', 'error', 'error', 'error', 'warning']);
    expect(annotations()[3]).toMatchObject({
      title: 'takeBack is not verified',
      message: 'no valid request was accepted',
    });
  });

  test('say nothing where the contract is satisfied', () => {
    expect(githubAnnotations(sampleReport({ ...keptReport(), operations: [] }), options)).toBe('');
  });

  test('let no text end the command or begin another', () => {
    const clause = {
      ...clauses.number,
      description: 'a,b:c::d %3A',
      location: { file: 'a,b:c%.yaml', line: 1, column: 1 },
    };
    const group = finding({ check: 'x', clause, message: '100% ::error::\r\n::stop-commands::x\n' });
    const text = githubAnnotations(sampleReport({ findings: [group], operations: [] }), options);
    expect(text.split('\n')).toHaveLength(2);
    expect(parse(text.trimEnd())).toMatchObject({
      file: 'a,b:c%.yaml',
      title: 'lend: a,b:c::d %3A',
      message: '100% ::error::\n::stop-commands::x\n\ncase: lend: a novel\ncheck: x',
    });
  });

  test('are as many as GitHub shows, the last telling how many more there are', () => {
    const findings = Array.from({ length: 30 }, (_, index) =>
      finding({ check: `c${index}`, clause: clauses.number, message: 'm' }),
    );
    const all = annotations(sampleReport({ findings, operations: [] }));
    expect(all).toHaveLength(10);
    expect(all[9]).toMatchObject({ level: 'error', title: '21 more' });
  });

  test('report that nothing could be sent', () => {
    const text = githubAnnotations(
      sampleReport({ verdict: 'not-run', summary: 'nothing listens', findings: [], operations: [] }),
      options,
    );
    expect(text).toBe('::error title=Contract tests not run::nothing listens\n');
  });

  test('show no secret', () => {
    expect(githubAnnotations(sampleReport(), options)).not.toContain(SAMPLE_SECRET);
  });
});
