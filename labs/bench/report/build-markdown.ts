import { describeLimit, type Finding, isMet } from './finding.ts';
import { formatNumber } from './format-number.ts';

/**
 * Builds the table of docs/benchmarks.md, with a row for each goal and limit. If several findings
 * of a goal have the same limit, the row shows the one that is nearest to it.
 */
export function buildMarkdown(findings: readonly Finding[]): string {
  const goals = findings.filter(({ limit }) => limit !== undefined);
  const groups = Map.groupBy(goals, (finding) => `${finding.goal} ${describeLimit(finding)}`);
  const rows = [...groups.values()].map((group) => {
    const worst = group.reduce((one, other) => (findMargin(other) < findMargin(one) ? other : one));
    return buildRow(worst, group.length);
  });
  return ['| goal | what | wanted | measured (quartiles) | met |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}

function buildRow(finding: Finding, count: number): string {
  const { median, low, high } = finding.value;
  const what = count === 1 ? finding.what : `${finding.what} (the worst of ${count})`;
  const measured = `${formatNumber(median)} (${formatNumber(low)} to ${formatNumber(high)})`;
  const verdict = isMet(finding) ? 'yes' : '**no**';
  return `| ${finding.goal} | ${what} | ${describeLimit(finding)} | ${measured} | ${verdict} |`;
}

/**
 * Returns how far the median is on the right side of the limit; negative if the goal is not met.
 */
function findMargin({ value, limit }: Finding): number {
  if (limit === undefined) return Infinity;
  return 'most' in limit ? limit.most - value.median : value.median - limit.least;
}
