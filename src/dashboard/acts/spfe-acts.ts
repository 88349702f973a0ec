import { formatInstant } from '../../contracts/instant.ts';
import { countOf } from '../../monitor/finding.ts';
import { resumeSpfeFromDashboard } from '../../operate/statements/dashboard-acts.ts';
import { findSpfeIssuer, type SpfeIssuer } from '../../remit/spfe/issuers.ts';
import { buildSpfeJobs } from '../../remit/spfe/spfe-jobs.ts';
import { enqueueAndReport } from './enqueue-and-report.ts';
import { type ActContext, markOf, offerAct, type OfferedAct, type Sight } from './offered-act.ts';

/**
 * Returns the act that resumes a halted issuer at the SPFE, as `npm run engine -- spfe resume` does.
 * The id is that of the issuer's chain.
 */
export function offerSpfeResuming({ pool, orm, jobQueues }: ActContext): OfferedAct {
  return offerAct(
    async (id) => {
      const issuer = await findSpfeIssuer(pool, new Date(), id);
      return issuer === null ? null : { sight: seeHalted(issuer), seen: { ...issuer, chainId: id } };
    },
    async (issuer, order) => {
      if (!(await resumeSpfeFromDashboard(orm.em.fork(), order, issuer.chainId)))
        return { kind: 'refused', why: explainNotHalted(issuer) };
      const { organizationId, issuerNif, chainId, waiting: deliveries } = issuer;
      const told = await enqueueAndReport(jobQueues, buildSpfeJobs({ organizationId, chainId, deliveries }));
      return { kind: 'done', told: `The deliveries of ${issuerNif} are sent again. ${told}` };
    },
  );
}

const explainNotHalted = ({ issuerNif, organizationId }: SpfeIssuer) =>
  `Issuer ${issuerNif} of organization ${organizationId} is not halted.`;

function seeHalted(issuer: SpfeIssuer): Sight {
  const { organizationId, issuerNif, waiting, due, nextDueBy, haltedAt, haltedReason } = issuer;
  const [deliveries, wait] = [countOf(waiting, 'delivery', 'deliveries'), waiting === 1 ? 'waits' : 'wait'];
  return {
    title: `Resume issuer ${issuerNif} at the SPFE`,
    stands: [
      `Issuer ${issuerNif}, organization ${organizationId}: ${deliveries} ${wait} for the SPFE.`,
      ...(nextDueBy === null
        ? []
        : [`The first deadline is ${formatInstant(nextDueBy)}; ${due} are past theirs.`]),
      haltedAt === null ? 'It is not halted.' : `Halted since ${formatInstant(haltedAt)}: ${haltedReason}`,
    ],
    will: `Workers send the ${deliveries} that ${wait} to the SPFE. Those of which it is unknown whether it has them are looked up first.`,
    cannot:
      'A document that the SPFE has admitted can be withdrawn only if its operation never existed. Resume the issuer after the cause of the halt is corrected; otherwise it is halted again.',
    refusal: haltedAt === null ? explainNotHalted(issuer) : null,
    command: `npm run engine -- spfe resume ${organizationId} ${issuerNif} --reason …`,
    choice: null,
    mark: markOf('resume', haltedAt, haltedReason),
  };
}
