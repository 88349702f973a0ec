import { describeLimit, type Finding, isMet } from './finding.ts';
import { formatNumber } from './format-number.ts';

/** Builds the table of docs/benchmarks.md. */
export function buildMarkdown(findings: readonly Finding[]): string {
  const goals = findings.filter(({ limit }) => limit !== undefined);
  const rows = goals.map((finding) => {
    const { goal, what, value } = finding;
    const [median, low, high] = [value.median, value.low, value.high].map(formatNumber);
    const verdict = isMet(finding) ? 'yes' : '**no**';
    return `| ${goal} | ${what} | ${describeLimit(finding)} | ${median} (${low} to ${high}) | ${verdict} |`;
  });
  return ['| goal | what | wanted | measured (quartiles) | met |', '|---|---|---|---|---|', ...rows].join(
    '\n',
  );
}
