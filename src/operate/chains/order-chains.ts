import type { PoolClient } from 'pg';
import type { Act, Order } from '../../contracts/acts.ts';
import { FULL_ENVELOPE } from 'verifactu-protocol/remission/flow-control';
import { type EntityManager, type Orm, withStatements } from '../../platform/postgres/open-database.ts';
import { recordAct } from '../../platform/audit/operator-acts.ts';
import { markChains } from '../../platform/postgres/lineage/restores.ts';
import type { RemissionSummary } from './remissions.ts';
import { hastenRemission, resumeRemission } from '../../remit/statements/remission.ts';
import type { NewJob } from '../../platform/jobs/job-queues.ts';
import { buildRemissionJobs } from '../../remit/remission-jobs.ts';

/*
 * Decisions of operators about chains by command, each in one transaction with its act. The
 * dashboard uses database functions instead.
 */

/**
 * Resumes a halted chain.
 * @returns false if the chain is not halted; then nothing changes.
 */
export function resumeChain(orm: Orm, chain: RemissionSummary, order: Order): Promise<boolean> {
  const act = describeChainAct('chain.resume', chain, { haltedReason: chain.haltedReason });
  return withStatements(orm, async (em, client) => {
    if (!(await resumeRemission(client, chain.chainId, new Date()))) return false;
    await recordAct(em, order, act);
    return true;
  });
}

/**
 * Sends the next message of a chain before the engine's own waits are over.
 * @returns when it may be sent, in milliseconds since 1970, or null if nothing is gained; then
 *   nothing changes.
 */
export function sendChain(orm: Orm, chain: RemissionSummary, order: Order): Promise<number | null> {
  return withStatements(orm, async (em, client) => {
    const at = await hastenRemission(client, chain.chainId);
    if (at !== null) await recordAct(em, order, describeChainAct('chain.send', chain));
    return at;
  });
}

/**
 * Describes for an operator a message that is sent earlier.
 * @param at when it may be sent, in milliseconds since 1970.
 */
export function describeSent(
  { chainId, issuerNif, pending }: RemissionSummary,
  at: number,
  now: number,
): string {
  const when = at <= now ? 'now' : `at ${new Date(at).toISOString()}, when AEAT's waiting time is over`;
  const records = Math.min(pending, FULL_ENVELOPE);
  return `The next message of chain ${chainId} of issuer ${issuerNif} is sent ${when}, with ${records === 1 ? '1 record' : `${records} records`}`;
}

/** Returns the jobs for the workers after a chain was resumed. */
export function buildResumedJobs(chain: RemissionSummary): NewJob[] {
  const isDue = chain.pending > 0 || chain.compareSince !== null;
  return buildRemissionJobs(chain.organizationId, isDue ? [chain] : []);
}

/**
 * Marks a chain, or all chains (null), for comparison with AEAT. Nothing is issued in a marked
 * chain before.
 * @returns the number of chains marked.
 */
export async function markForComparison(
  em: EntityManager,
  client: PoolClient,
  chainId: number | null,
  order: Order,
): Promise<number> {
  const chains = await markChains(client, new Date(), chainId);
  for (const chain of chains) await recordAct(em, order, describeChainAct('chain.compare', chain));
  return chains.length;
}

type NamedChain = Pick<RemissionSummary, 'chainId' | 'organizationId' | 'issuerNif'>;

/** Returns the act of a decision about a chain. */
export function describeChainAct(
  act: 'chain.resume' | 'chain.renew' | 'chain.compare' | 'chain.send',
  { chainId, organizationId, issuerNif }: NamedChain,
  more: Act['details'] = {},
): Act {
  return { act, organizationId, subjectId: chainId, details: { issuerNif, ...more } };
}
