import { acknowledgeFromDashboard } from '../../operate/statements/dashboard-acts.ts';
import { describeForAct, numberFinding } from '../../monitor/acknowledge.ts';
import { findAcknowledgeable } from '../../monitor/find-acknowledgeable.ts';
import { type Finding, formatMoment } from '../../monitor/finding.ts';
import { type ActContext, markOf, offerAct, type OfferedAct, type Sight } from './offered-act.ts';

/* Act of the command npm run engine -- status --acknowledge. */

/**
 * Returns the act that acknowledges a finding on customers' data until a new one of its kind
 * occurs. The id is the number of the finding (`numberFinding`).
 */
export function offerAcknowledging({ pool, orm }: ActContext): OfferedAct {
  return offerAct(
    async (id) => {
      const now = new Date();
      const finding = await findAcknowledgeable(pool, id, now);
      return finding && { sight: see(finding, id, now.getTime()), seen: finding };
    },
    async (finding, order) => {
      await acknowledgeFromDashboard(
        orm.em.fork(),
        order,
        numberFinding(finding.id),
        describeForAct(finding),
      );
      return {
        kind: 'done',
        told: 'The finding is listed as acknowledged until a new one of its kind occurs.',
      };
    },
  );
}

function see({ what, since, why, todo, newestAt, acknowledgement }: Finding, id: number, now: number): Sight {
  return {
    title: 'Acknowledge a finding',
    stands: [
      `${what}.`,
      ...(since === null ? [] : [`Since ${formatMoment(since, now)}.`]),
      ...(why === null ? [] : [`${why}.`]),
      `To do: ${todo}.`,
    ],
    will: 'The operations page and npm run engine -- status no longer count the finding. They list it as acknowledged, with your name and reason, until a new one of its kind occurs.',
    cannot: 'The acknowledgement corrects nothing, and its record cannot be deleted.',
    refusal:
      acknowledgement === null
        ? null
        : `It is already acknowledged by ${acknowledgement.operator}: ${acknowledgement.reason ?? 'without a reason'}.`,
    command: `npm run engine -- status --acknowledge ${id} --reason …`,
    choice: null,
    mark: markOf('acknowledge', what, newestAt, acknowledgement?.at),
  };
}
