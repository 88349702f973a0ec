export type Vulnerability = {
  readonly name: string;
  readonly severity: string;
  readonly range: string;
  /** The paths at which it is installed. */
  readonly nodes?: readonly string[];
};
type Report = {
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
  readonly metadata?: { readonly vulnerabilities?: { readonly total?: number } };
  readonly message?: string;
  readonly statusCode?: number;
};

export type Verdict =
  | { readonly known: true; readonly holes: readonly string[] }
  | { readonly known: false; readonly reason: string };

const GRAVE = new Set(['high', 'critical']);

/**
 * Reads the output of `npm audit --json`. Anything but a complete report means that nothing is
 * known.
 * @param isAccepted returns whether a vulnerability was reviewed and accepted.
 */
export function judgeAudit(
  output: string,
  isAccepted: (hole: Vulnerability) => boolean = () => false,
): Verdict {
  let report: Report;
  try {
    report = JSON.parse(output) as Report;
  } catch {
    return { known: false, reason: 'npm audit printed no report' };
  }
  if (typeof report.metadata?.vulnerabilities?.total !== 'number') {
    return { known: false, reason: report.message ?? `status ${report.statusCode ?? 'unknown'}` };
  }
  const holes = Object.values(report.vulnerabilities ?? {})
    .filter((hole) => GRAVE.has(hole.severity) && !isAccepted(hole))
    .map(({ name, severity, range }) => `${name} ${range}: ${severity}`);
  return { known: true, holes };
}

/**
 * Joins the verdicts on all lockfiles of the project. Known vulnerabilities count even if the
 * registry did not report on another lockfile.
 */
export function joinVerdicts(verdicts: readonly Verdict[]): Verdict {
  const holes = verdicts.flatMap((verdict) => (verdict.known ? verdict.holes : []));
  const unknown = verdicts.find((verdict) => !verdict.known);
  return unknown !== undefined && holes.length === 0 ? unknown : { known: true, holes };
}
