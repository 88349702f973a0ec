import { formatNumber } from '../../report/format-number.ts';
import { type CheckResult, isNear } from '../check/check-result.ts';
import { buildTable } from './markdown-table.ts';

/** A day that was run, beside its simulation, as a table, and what waking costs. */
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
  const woken = `Of a batch that wakes who works on it, beyond its work: ${inMs(ingress)} of the ingress, ${inMs(batches)} of the worker of \`batches\`, ${inMs(redis)} of Redis.`;
  return `${table}\n\n${woken}`;
}
