import type { Sample } from '../measuring/interleave.ts';
import { compareMedians, describeSpread } from '../measuring/statistics.ts';
import { buildFigures } from './build-figures.ts';
import type { Finding } from './finding.ts';

const MAX_TIMES = 5;
const LATEST_MS = 5000;

/**
 * Goal 9: how long one organization waits for its PDF while another one loads the system.
 * @param what continues "Time to PDF of one invoice".
 */
export function buildWaitingFindings(
  what: string,
  idle: readonly Sample[],
  beside: readonly Sample[],
  proof: string,
): Finding[] {
  const figures = [
    ...buildFigures(
      new Map([
        ['Time to PDF, idle', [...idle]],
        ['Time to PDF beside it', [...beside]],
      ]),
    ).values(),
  ];
  const [times, others] = [beside, idle].map((samples) => samples.map(({ ms }) => ms)) as [
    number[],
    number[],
  ];
  const whole = `Time to PDF of one invoice ${what}`;
  return [
    {
      goal: '9',
      what: `${whole}, over an idle system`,
      unit: '×',
      value: compareMedians(times, others),
      limit: { most: MAX_TIMES },
      figures,
      proof,
    },
    {
      goal: '9',
      what: whole,
      unit: 'ms',
      value: describeSpread(times),
      limit: { most: LATEST_MS },
      figures,
      proof,
    },
  ];
}
