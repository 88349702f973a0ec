import { formatInstant } from '../../contracts/instant.ts';
import { todayInMadrid } from '../../domain/reading/madrid-time.ts';
import { countOf } from '../../monitor/finding.ts';
import { resumeSiiFromDashboard } from '../../operate/statements/dashboard-acts.ts';
import { findSiiIssuer, type SiiIssuer } from '../../remit/sii/issuers.ts';
import { buildSiiJobs } from '../../remit/sii/sii-jobs.ts';
import { enqueueAndReport } from './enqueue-and-report.ts';
import { type ActContext, markOf, offerAct, type OfferedAct, type Sight } from './offered-act.ts';

/**
 * Returns the act that resumes a halted issuer in SII and enqueues its jobs, as
 * `npm run engine -- sii resume` does. The id is that of the issuer's chain.
 */
export function offerSiiResuming({ pool, orm, jobQueues }: ActContext): OfferedAct {
  return offerAct(
    async (id) => {
      const issuer = await findSiiIssuer(pool, todayInMadrid(new Date()), id);
      return issuer === null ? null : { sight: seeHalted(issuer), seen: { ...issuer, chainId: id } };
    },
    async (issuer, order) => {
      if (!(await resumeSiiFromDashboard(orm.em.fork(), order, issuer.chainId)))
        return { kind: 'refused', why: explainNotHalted(issuer) };
      const { organizationId, issuerNif, chainId, waiting: entries } = issuer;
      const told = await enqueueAndReport(jobQueues, buildSiiJobs({ organizationId, chainId, entries }));
      return { kind: 'done', told: `The entries of ${issuerNif} are sent again. ${told}` };
    },
  );
}

const explainNotHalted = ({ issuerNif, organizationId }: SiiIssuer) =>
  `Issuer ${issuerNif} of organization ${organizationId} is not halted.`;

function seeHalted(issuer: SiiIssuer): Sight {
  const { organizationId, issuerNif, waiting, overdue, nextDueBy, haltedAt, haltedReason } = issuer;
  const [entries, wait] = [countOf(waiting, 'entry', 'entries'), waiting === 1 ? 'waits' : 'wait'];
  return {
    title: `Resume issuer ${issuerNif} in SII`,
    stands: [
      `Issuer ${issuerNif}, organization ${organizationId}: ${entries} ${wait} for AEAT.`,
      ...(nextDueBy === null ? [] : [`The first deadline is ${nextDueBy}; ${overdue} are past theirs.`]),
      haltedAt === null ? 'It is not halted.' : `Halted since ${formatInstant(haltedAt)}: ${haltedReason}`,
    ],
    will: `Workers send the ${entries} that ${wait} to SII, in new messages.`,
    cannot:
      'Entries that AEAT has registered can be corrected or withdrawn, but not taken back. Resume the issuer after the cause of the halt is corrected; otherwise it is halted again.',
    refusal: haltedAt === null ? explainNotHalted(issuer) : null,
    command: `npm run engine -- sii resume ${organizationId} ${issuerNif} --reason …`,
    choice: null,
    mark: markOf('resume', haltedAt, haltedReason),
  };
}
