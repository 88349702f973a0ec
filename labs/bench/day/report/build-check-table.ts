import { formatNumber } from '../../report/format-number.ts';
import { type CheckResult, isNear } from '../check/check-result.ts';
import { buildTable } from './markdown-table.ts';

/**
 * Builds the table that compares a day that was run with its simulation, and states the cost of
 * waking.
 */
export function buildCheckTable({ comparisons, waking }: CheckResult): string {
  const { ingress, batches, redis } = waking;
  const inMs = (seconds: number) => `${formatNumber(seconds * 1000)} ms`;
  const table = buildTable(
    ['', 'simulated', 'run', 'bound', 'within'],
    comparisons.map((each) => {
      const { what, unit, predicted, measured, bound, slack } = each;
      const [least, most] = predicted.map((value) => formatNumber(value));
      const wanted = slack > 0 ? `× ${bound}, or ${formatNumber(slack)} ${unit}` : `× ${bound}`;
      const simulated = least === most ? `${least} ${unit}` : `${least} to ${most} ${unit}`;
      return [what, simulated, `${formatNumber(measured)} ${unit}`, wanted, isNear(each) ? 'yes' : '**no**'];
    }),
  );
  const woken = `A batch that wakes idle processes costs in addition: ${inMs(ingress)} of the ingress, ${inMs(batches)} of the worker of \`batches\` and ${inMs(redis)} of Redis.`;
  return `${table}\n\n${woken}`;
}
