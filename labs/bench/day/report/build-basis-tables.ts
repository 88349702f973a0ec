import { formatNumber } from '../../report/format-number.ts';
import { ASSUMPTIONS } from '../assumptions.ts';
import { addCost, type Cost, type Costs, NOTHING, PROCESSES } from '../costs.ts';
import { buildTable } from './markdown-table.ts';
import { formatBytes } from './units.ts';

/** Builds the table of what an invoice costs at each step, by the size of its batch. */
export function buildCostTable(costs: Costs): string {
  const sizes = [...costs.issue.keys()].toSorted((a, b) => a - b);
  const own = (size: number) => addCost(costs.envelope, costs.record, size);
  const steps = [
    ['accepted', (size: number) => costs.accept.get(size)!],
    ['issued', (size: number) => costs.issue.get(size)!],
    ['rendered', (size: number) => costs.render.get(size)!],
    ['submitted, in an envelope of its own', own],
  ] as const;
  const row = (name: string, describe: (size: number) => string) => [name, ...sizes.map(describe)];
  const sum = (size: number) => steps.reduce((all, [, find]) => addCost(all, find(size), 1), NOTHING);
  return buildTable(
    ['per invoice, by batch size', ...sizes.map(String)],
    [
      ...steps.map(([name, find]) =>
        row(`processor ms until it is ${name}`, (size) => formatNumber((1000 * sumCores(find(size))) / size)),
      ),
      row('**sum**', (size) => `**${formatNumber((1000 * sumCores(sum(size))) / size)}**`),
      row('of which PostgreSQL', (size) => formatNumber((1000 * sum(size).postgres) / size)),
      row('of which Redis', (size) => formatNumber((1000 * sum(size).redis) / size)),
      row('stored bytes, with the PDF and indexes', (size) => formatBytes(sum(size).bytesAtRest / size)),
      row('write-ahead log', (size) => formatBytes(sum(size).walBytes / size)),
    ],
  );
}

/** Builds the table of the values that were assumed and not measured. */
export function buildAssumptionTable(): string {
  return buildTable(
    ['assumption', 'value', 'reason'],
    Object.values(ASSUMPTIONS).map(({ what, value, why }) => [what, formatValue(value), why]),
  );
}

function formatValue(value: unknown): string {
  if (typeof value === 'number') return value >= 1e6 ? formatBytes(value) : String(value);
  if (!Array.isArray(value))
    return Object.values(value as object)
      .map(String)
      .join(', ');
  return value
    .map((each) => (typeof each === 'object' ? (each as { share: number }).share : each))
    .join(', ');
}

function sumCores(cost: Cost): number {
  return PROCESSES.reduce((sum, name) => sum + cost[name], 0);
}
