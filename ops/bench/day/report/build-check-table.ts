import { formatNumber } from '../../report/format-number.ts';
import { type CheckResult, isNear } from '../check/check-result.ts';
import { buildTable } from './markdown-table.ts';

/** A day that was run, beside its simulation, as a table. */
export function buildCheckTable({ comparisons }: CheckResult): string {
  return buildTable(
    ['', 'simulated', 'run', 'bound', 'within'],
    comparisons.map((each) => {
      const { what, unit, predicted, measured, bound, slack } = each;
      const [least, most] = predicted.map((value) => formatNumber(value));
      const wanted = slack > 0 ? `× ${bound}, or ${formatNumber(slack)} ${unit}` : `× ${bound}`;
      const simulated = least === most ? `${least} ${unit}` : `${least} to ${most} ${unit}`;
      return [what, simulated, `${formatNumber(measured)} ${unit}`, wanted, isNear(each) ? 'yes' : '**no**'];
    }),
  );
}
