/** The severity of a finding. `skip` means that something could not, or must not, be checked. */
export const SEVERITIES = ['ok', 'skip', 'warn', 'fail'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The result of a check for one object, shown as one line. */
export type Finding = {
  readonly severity: Severity;
  /** The object of the finding if the check examines several: a process, a login, a certificate. */
  readonly of?: string;
  readonly says: string;
  /** What to do about it; set for warnings and failures. */
  readonly fix?: string;
};

/** A finding with the check that found it. */
export type Line = Finding & { readonly check: string };

/**
 * Returns the exit code that monitoring plugins use: 0 for nothing to do, 1 for warnings, 2 for
 * failures.
 */
export function chooseExitCode(lines: readonly Pick<Finding, 'severity'>[]): 0 | 1 | 2 {
  if (lines.some(({ severity }) => severity === 'fail')) return 2;
  return lines.some(({ severity }) => severity === 'warn') ? 1 : 0;
}

export const ok = (says: string, of?: string): Finding => ({ severity: 'ok', says, ...(of && { of }) });
export const skip = (says: string, of?: string): Finding => ({ severity: 'skip', says, ...(of && { of }) });
export const warn = (says: string, fix: string, of?: string): Finding => ({
  severity: 'warn',
  says,
  fix,
  ...(of && { of }),
});
export const fail = (says: string, fix: string, of?: string): Finding => ({
  severity: 'fail',
  says,
  fix,
  ...(of && { of }),
});

const SHOWN: Readonly<Record<Severity, string>> = { ok: 'ok  ', skip: '–   ', warn: 'WARN', fail: 'FAIL' };

/** Formats each finding as a line, with the remedy below it, and adds a line with the totals. */
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
    `${count('fail')} failures, ${count('warn')} warnings, ${count('skip')} not checked, ${count('ok')} ok`,
  ];
}

const nameLine = ({ check, of }: Line) => (of === undefined ? check : `${check} ${of}`);
