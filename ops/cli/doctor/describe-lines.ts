import type { Line, Severity } from './finding.ts';

const SHOWN: Readonly<Record<Severity, string>> = { ok: 'ok  ', skip: '–   ', warn: 'WARN', fail: 'FAIL' };

/** A line each, and below it what to do. */
export function describeLines(lines: readonly Line[]): string[] {
  const width = lines.reduce((most, line) => Math.max(most, nameLine(line).length), 0);
  const told = lines.flatMap((line) => [
    `${SHOWN[line.severity]}  ${nameLine(line).padEnd(width)}  ${line.says}`,
    ...(line.fix === undefined ? [] : [`${' '.repeat(width + 8)}→ ${line.fix}`]),
  ]);
  const count = (severity: Severity) => lines.filter((line) => line.severity === severity).length;
  return [
    ...told,
    '',
    `${count('fail')} failures, ${count('warn')} warnings, ${count('skip')} not looked at, ${count('ok')} in order`,
  ];
}

const nameLine = ({ check, of }: Line) => (of === undefined ? check : `${check} ${of}`);
