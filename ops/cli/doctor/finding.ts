/** How bad a finding is: `skip` is what could not, or must not, be looked at, and says why. */
export const SEVERITIES = ['ok', 'skip', 'warn', 'fail'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a check found, for one line. */
export type Finding = {
  readonly severity: Severity;
  /** What it is about where a check looks at several things: a process, a login, a certificate. */
  readonly of?: string;
  readonly says: string;
  /** What to do about it; there where something is wrong. */
  readonly fix?: string;
};

/** A finding with the check that found it. */
export type Line = Finding & { readonly check: string };

/** 0 nothing to do · 1 something that will hurt later · 2 something that does not work, as monitoring plugins say it. */
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
