import { buildBarChart, type Bar } from './bar-chart.ts';
import { describeLimit, type Figure, type Finding, isMet } from './finding.ts';
import { formatNumber } from './format-number.ts';

/**
 * Builds the charts of docs/benchmarks.md, by file name. Goals that were not measured have none.
 */
export function buildCharts(findings: readonly Finding[]): Map<string, string> {
  const charts = new Map<string, string>();
  const add = (name: string, goal: string, title: string, note: string, part = '') => {
    const figures = findFigures(findings, goal, part);
    if (figures.length === 0) return;
    charts.set(name, buildBarChart({ title, note, bars: figures.map(toBar) }));
  };
  add(
    'accepting',
    '2',
    'From POST to 201, 1000 invoices with 5 lines each',
    'Milliseconds, less is better: rules, idempotency and one durable statement',
  );
  add(
    'issuing',
    '5',
    'Invoices accepted, issued and chained per second, sustained',
    'More is better: a job per batch, compared with a job and a transaction per invoice',
    'BullMQ',
  );
  add(
    'pdfs',
    '6',
    'PDFs per second, from the data to stored bytes',
    'More is better: the same template and font unless stated otherwise',
    'reused',
  );
  if (findings.length > 0) charts.set('goals', buildGoalChart(findings));
  return charts;
}

function findFigures(findings: readonly Finding[], goal: string, part: string): readonly Figure[] {
  return findings.find((finding) => finding.goal === goal && finding.what.includes(part))?.figures ?? [];
}

function toBar({ name, unit, value }: Figure): Bar {
  const isOwn = name === 'the product' || name.startsWith('POST to 201');
  return {
    label: isOwn ? 'this engine' : name,
    value: value.median,
    text: `${formatNumber(value.median)} ${unit}`,
    isOwn,
  };
}

/**
 * The maximum length of a bar, so that one value far beyond its goal does not flatten the others.
 */
const MAX_SHOWN = 3;

/**
 * Shows each finding as a share of its upper limit, or of its lower limit as the reciprocal. A bar
 * left of the line means that the goal is met.
 */
function buildGoalChart(findings: readonly Finding[]): string {
  return buildBarChart({
    title: 'Every goal as a share of its limit',
    note: 'The goal is met if its bar ends left of the line; other bars are grey',
    goal: { value: 1, text: 'goal' },
    bars: findings.flatMap((finding) => {
      const { goal, what, value, unit, limit } = finding;
      if (limit === undefined) return [];
      const share = 'most' in limit ? value.median / limit.most : limit.least / value.median;
      return {
        label: `${goal} · ${shorten(what)}`,
        value: Math.min(Math.max(share, 0), MAX_SHOWN),
        text: `${formatNumber(value.median)} ${unit} (${describeLimit(finding)})`,
        isOwn: isMet(finding) === true,
      };
    }),
  });
}

const MAX_LABEL = 84;

function shorten(text: string): string {
  return text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL - 1)}…` : text;
}
