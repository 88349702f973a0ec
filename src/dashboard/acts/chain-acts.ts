import { formatInstant } from '../../contracts/instant.ts';
import { nameLineage } from '../../platform/postgres/lineage/log-position.ts';
import { readStoredLineage } from '../../platform/postgres/lineage/lineage-memory.ts';
import {
  markFromDashboard,
  resumeFromDashboard,
  sendFromDashboard,
} from '../../operate/statements/dashboard-acts.ts';
import { findRemission, type RemissionSummary } from '../../operate/chains/remissions.ts';
import { describeResumed, explainNotHalted, explainRetired } from '../../operate/chains/describe-chain.ts';
import {
  explainNotHastened,
  explainWait,
  findHastened,
  findLeaseEnd,
} from '../../operate/chains/describe-next-try.ts';
import { describeSent, buildResumedJobs } from '../../operate/chains/order-chains.ts';
import { buildRemissionJobs } from '../../remit/remission-jobs.ts';
import { judgeUse } from '../../operate/judge-use.ts';
import { countOf } from '../../monitor/finding.ts';
import { type ActContext, markOf, offerAct, type OfferedAct, type Sight } from './offered-act.ts';
import { enqueueAndReport, wakeAndReport } from './enqueue-and-report.ts';

/* Acts of the commands npm run engine -- chains resume, compare, send. */

/**
 * Returns the act that resumes a halted chain and enqueues its jobs. The id is that of the chain.
 */
export function offerResuming(context: ActContext): OfferedAct {
  const { pool, orm } = context;
  return offerAct(
    async (id) => {
      const chain = await findRemission(pool, id);
      return chain === null ? null : { sight: seeHalted(chain), seen: chain };
    },
    async (chain, order) => {
      if (!(await resumeFromDashboard(orm.em.fork(), order, chain.chainId)))
        return { kind: 'refused', why: explainNotHalted(chain) };
      const told = await enqueueAndReport(context.jobQueues, buildResumedJobs(chain));
      return { kind: 'done', told: `${describeResumed(chain)}. ${told}` };
    },
  );
}

function seeHalted(chain: RemissionSummary): Sight {
  const { chainId, haltedAt, haltedReason, compareSince, isRetired, pending } = chain;
  const records = countOf(pending, 'record');
  return {
    title: `Resume chain ${chainId}`,
    stands: describeChain(chain),
    will:
      compareSince === null
        ? `Workers send the ${records} that ${pending === 1 ? 'waits' : 'wait'} to AEAT, the first at once, in a new message.`
        : `A worker compares the chain with AEAT's register. If AEAT has no records that the database lacks, the ${records} that ${pending === 1 ? 'waits is' : 'wait are'} sent.`,
    cannot:
      'Records that AEAT has received cannot be withdrawn, only corrected or annulled. Resume the chain after the cause of the halt is corrected; otherwise it is halted again.',
    refusal: haltedAt === null ? `${explainNotHalted(chain)}.` : null,
    command: `npm run engine -- chains resume ${chainId}`,
    choice: null,
    mark: markOf('resume', haltedAt, haltedReason, compareSince, isRetired),
  };
}

/**
 * Returns the act that closes a chain until a worker has compared it with AEAT's register. The id
 * is that of the chain. It is refused for a retired chain, and while the connected database is
 * superseded or Redis does not answer.
 */
export function offerComparing(context: ActContext): OfferedAct {
  const { pool, orm } = context;
  return offerAct(
    async (id) => {
      const chain = await findRemission(pool, id);
      if (chain === null) return null;
      return { sight: seeCompared(chain, await explainOutOfUse(context)), seen: chain };
    },
    async ({ chainId, organizationId, haltedReason }, order) => {
      if (!(await markFromDashboard(orm.em.fork(), order, chainId)))
        return { kind: 'refused', why: `Organization ${organizationId} issues without VeriFactu.` };
      const next =
        haltedReason === null
          ? 'Workers query AEAT now; the operations page shows the result.'
          : 'The chain is halted and is compared when it is resumed.';
      return {
        kind: 'done',
        told: `Chain ${chainId} is closed until it is compared with AEAT's register. ${next}`,
      };
    },
  );
}

function seeCompared(chain: RemissionSummary, whyOut: string | null): Sight {
  const { chainId, haltedAt, haltedReason, compareSince, isRetired } = chain;
  return {
    title: `Compare chain ${chainId} with AEAT`,
    stands: describeChain(chain),
    will: "Nothing is issued or sent in the chain until a worker has compared it with AEAT's register. If AEAT has no records that the database lacks, the chain continues by itself.",
    cannot:
      'The comparison cannot be canceled. Batches of the issuer wait for it, and the chain is halted if AEAT has records that the database lacks.',
    refusal: isRetired ? `${explainRetired(chain)}.` : whyOut,
    command: `npm run engine -- chains compare ${chainId}`,
    choice: null,
    mark: markOf('compare', haltedAt, haltedReason, compareSince, isRetired, whyOut),
  };
}

/**
 * Returns the act that ends the engine's own waits before the next message of a chain and wakes its
 * job. The id is that of the chain. AEAT's waiting time still applies.
 */
export function offerSending(context: ActContext): OfferedAct {
  const { pool, orm } = context;
  return offerAct(
    async (id) => {
      const chain = await findRemission(pool, id);
      return chain === null ? null : { sight: seeWaiting(chain, Date.now()), seen: chain };
    },
    async (chain, order) => {
      const at = await sendFromDashboard(orm.em.fork(), order, chain.chainId);
      if (at === null) return { kind: 'refused', why: `${explainNotHastened(chain, Date.now())}.` };
      const told = await wakeAndReport(context.jobQueues, buildRemissionJobs(chain.organizationId, [chain]));
      return { kind: 'done', told: `${describeSent(chain, at, Date.now())}. ${told}` };
    },
  );
}

function seeWaiting(chain: RemissionSummary, now: number): Sight {
  const { chainId, nextAllowedAt, waitSeconds, excessiveWaitSeconds, haltedAt, compareSince } = chain;
  const hastened = chain.pending === 0 ? null : findHastened(chain, now);
  const isFree = haltedAt === null && compareSince === null && findLeaseEnd(chain, now) === null;
  return {
    title: `Send the next message of chain ${chainId}`,
    stands: [
      ...describeChain(chain),
      ...(nextAllowedAt !== null && nextAllowedAt > now && isFree && chain.pending > 0
        ? [`Its next message is sent at ${formatInstant(nextAllowedAt)}: ${explainWait(chain, now)}.`]
        : []),
    ],
    will:
      hastened === null || hastened === now
        ? 'A worker sends the next message of the chain now.'
        : `A worker sends the next message of the chain at ${formatInstant(hastened)}, when AEAT's waiting time after the last one is over.`,
    cannot:
      'Records that AEAT has received cannot be withdrawn, only corrected or annulled. If the message fails again, workers retry it after a pause.',
    refusal: hastened !== null && isFree ? null : `${explainNotHastened(chain, now)}.`,
    command: `npm run engine -- chains send ${chainId} --reason …`,
    choice: null,
    mark: markOf('send', nextAllowedAt, waitSeconds, excessiveWaitSeconds, haltedAt, compareSince),
  };
}

/**
 * Explains why the connected database is superseded, or that Redis cannot tell; null if it may be
 * compared. A superseded database may concern every chain, so it needs an operator with access to
 * both databases.
 */
async function explainOutOfUse({ pool, jobQueues }: ActContext): Promise<string | null> {
  let inUse: Awaited<ReturnType<typeof readStoredLineage>>;
  try {
    inUse = await readStoredLineage(jobQueues.connection, jobQueues.prefix);
  } catch {
    return 'This act is possible only in the active database, and Redis, which knows the active database, does not answer. Try again when Redis is available.';
  }
  const outOfUse = inUse && judgeUse(inUse, await nameLineage(pool));
  return outOfUse?.whySuperseded
    ? `${outOfUse.whySuperseded}. npm run engine -- chains shows the possible remedies.`
    : null;
}

function describeChain(chain: RemissionSummary): string[] {
  const { chainId, issuerNif, organizationId, pending, haltedAt, haltedReason, compareSince, isRetired } =
    chain;
  return [
    `Chain ${chainId} of issuer ${issuerNif}, organization ${organizationId}: ${countOf(pending, 'record')} ${pending === 1 ? 'waits' : 'wait'} for AEAT.`,
    haltedAt === null ? 'It is not halted.' : `Halted since ${formatInstant(haltedAt)}: ${haltedReason}`,
    ...(compareSince === null
      ? []
      : [`It has waited for its comparison with AEAT since ${formatInstant(compareSince)}.`]),
    ...(isRetired ? ['It is retired.'] : []),
  ];
}
