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
import { buildRemissionJobs } from '../../submit/remission-jobs.ts';
import { judgeUse } from '../../operate/judge-use.ts';
import { countOf } from '../overview/finding.ts';
import { type ActContext, markOf, offerAct, type OfferedAct, type Sight } from './offered-act.ts';
import { enqueueAndReport, wakeAndReport } from './enqueue-and-report.ts';

/* Acts of the commands npm run engine -- chains resume, compare, send. */

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
        ? `AEAT gets the ${records} that wait, the first of them at once, in a message that is made anew.`
        : `A worker compares the chain with AEAT's register; when AEAT knows no more of it than we, the ${records} that wait are sent.`,
    cannot:
      'What AEAT has then it keeps: a record can be corrected or annulled, never taken back. Resume when what halted the chain is mended; else it is halted again.',
    refusal: haltedAt === null ? `${explainNotHalted(chain)}.` : null,
    command: `npm run engine -- chains resume ${chainId}`,
    choice: null,
    mark: markOf('resume', haltedAt, haltedReason, compareSince, isRetired),
  };
}

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
          ? 'Workers ask AEAT now; the page of operations tells how that goes.'
          : 'It is halted: it is compared when it is resumed.';
      return { kind: 'done', told: `Chain ${chainId} is closed until AEAT's register has told. ${next}` };
    },
  );
}

function seeCompared(chain: RemissionSummary, whyOut: string | null): Sight {
  const { chainId, haltedAt, haltedReason, compareSince, isRetired } = chain;
  return {
    title: `Compare chain ${chainId} with AEAT`,
    stands: describeChain(chain),
    will: "Nothing is issued or sent in it until AEAT's register has told that it knows no more of it than this database; then it goes on by itself.",
    cannot:
      'The comparison cannot be called off. Batches of its issuer wait for it, and where AEAT knows more of the chain than we, it is halted.',
    refusal: isRetired ? `${explainRetired(chain)}.` : whyOut,
    command: `npm run engine -- chains compare ${chainId}`,
    choice: null,
    mark: markOf('compare', haltedAt, haltedReason, compareSince, isRetired, whyOut),
  };
}

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
        ? [`Its next message goes at ${time(nextAllowedAt)}: ${explainWait(chain)}.`]
        : []),
    ],
    will:
      hastened === null || hastened === now
        ? 'A worker sends the next message of the chain now.'
        : `A worker sends the next message of the chain at ${time(hastened)}: the wait of AEAT after the last one is kept.`,
    cannot:
      'What AEAT has then it keeps: a record can be corrected or annulled, never taken back. A message that fails again is tried again by itself, after a pause.',
    refusal: hastened !== null && isFree ? null : `${explainNotHastened(chain, now)}.`,
    command: `npm run engine -- chains send ${chainId} --reason …`,
    choice: null,
    mark: markOf('send', nextAllowedAt, waitSeconds, excessiveWaitSeconds, haltedAt, compareSince),
  };
}

/**
 * Explains why the connected database is superseded, or that Redis cannot tell; null if it may be compared. A
 * superseded database may concern every chain, so it needs an operator with access to both databases.
 */
async function explainOutOfUse({ pool, jobQueues }: ActContext): Promise<string | null> {
  let inUse: Awaited<ReturnType<typeof readStoredLineage>>;
  try {
    inUse = await readStoredLineage(jobQueues.connection, jobQueues.prefix);
  } catch {
    return 'Redis cannot be asked which PostgreSQL is in use, and this is for that one alone. Try again when it answers.';
  }
  const outOfUse = inUse && judgeUse(inUse, await nameLineage(pool));
  return outOfUse?.whySuperseded
    ? `${outOfUse.whySuperseded}. npm run engine -- chains tells what can be done.`
    : null;
}

const time = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

function describeChain(chain: RemissionSummary): string[] {
  const { chainId, issuerNif, organizationId, pending, haltedAt, haltedReason, compareSince, isRetired } =
    chain;
  return [
    `Chain ${chainId} of issuer ${issuerNif}, organization ${organizationId}: ${countOf(pending, 'record')} ${pending === 1 ? 'waits' : 'wait'} for AEAT.`,
    haltedAt === null ? 'It is not halted.' : `Halted since ${time(haltedAt)}: ${haltedReason}`,
    ...(compareSince === null ? [] : [`It waits to be compared with AEAT since ${time(compareSince)}.`]),
    ...(isRetired ? ['It is retired.'] : []),
  ];
}
