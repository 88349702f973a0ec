import { Command } from 'commander';
import type { Pool } from 'pg';
import type { Order } from '../contracts/acts.ts';
import { FULL_ENVELOPE } from 'verifactu-protocol/remission/flow-control';
import type { Database } from '../platform/postgres/open-database.ts';
import { ADVICE_SUPERSEDED } from '../platform/postgres/lineage/lineage.ts';
import { nameLineage } from '../platform/postgres/lineage/log-position.ts';
import { findRemission, listRemissions, type RemissionSummary } from '../operate/chains/remissions.ts';
import { retireChain } from '../platform/postgres/lineage/restores.ts';
import { judgeUse, type OutOfUse } from '../operate/judge-use.ts';
import { buildRemissionJobs } from '../remit/remission-jobs.ts';
import type { NewJob } from '../platform/jobs/job-queues.ts';
import { readPauses } from '../platform/jobs/pauses.ts';
import { askQueues, enqueueJobs, wakeAndReport, warnOfPause } from './ask-queues.ts';
import {
  type OrderOptions,
  readId,
  readOrder,
  requireOrganization,
  UsageError,
  withDatabase,
  withOrder,
  withPool,
} from './command-context.ts';
import {
  askStore,
  describeOutOfUse,
  findOutOfUse,
  refuseWhereLeft,
  orderIntoUse,
} from './database-in-use.ts';
import { print } from './print.ts';
import {
  describeChain,
  describeResumed,
  explainNotHalted,
  explainRetired,
  isWorkedOn,
  type KnownJobStatus,
} from '../operate/chains/describe-chain.ts';

import { explainNotHastened, isTooFarAhead } from '../operate/chains/describe-next-try.ts';

/*
 * npm run engine -- chains: shows the state of the chains at AEAT, and carries out an operator's
 * decisions about them. See docs/backup.md.
 */
export const command = new Command('chains').description(
  'show and manage the chains of registration records',
);

command
  .command('list', { isDefault: true })
  .description(
    'list the chains: pending records, incidents, and why a chain is closed or halted (Orden HAC/1177/2024, art. 16.4)',
  )
  .option('--organization <id>', 'only the chains of this organization', readId)
  .action(({ organization }: { organization?: number }) =>
    withPool('operator', async (database) => {
      if (organization !== undefined) await requireOrganization(database, organization);
      const chains = await listRemissions(database.pool, organization ?? null);
      const use = await askStore(database.pool);
      const outOfUse = use?.inUse ? judgeUse(use.inUse, await nameLineage(database.pool)) : null;
      const standings = use && (await askWorkers(database.pool, chains.filter(isWorkedOn)));
      if (use === null) await print(UNASKED);
      else if (standings === null) await print(UNTOLD);
      if (outOfUse !== null) await print(describeOutOfUse(outOfUse));
      if (chains.length === 0) await print('There is no chain yet');
      for (const chain of chains) {
        const standing = standings === null ? 'unknown' : (standings.get(chain) ?? null);
        await print(describeChain(chain, Date.now(), standing, outOfUse?.whySuperseded ?? null));
      }
    }),
  );

withOrder(command.command('resume'))
  .description(
    'let a halted chain send again after its cause was fixed; a chain that waits for its comparison with AEAT is compared first',
  )
  .argument('<chain>', 'the id of the chain', readId)
  .action((chainId: number, options: OrderOptions) =>
    withDatabase(async ({ pool, orm }) => {
      const { buildResumedJobs, resumeChain } = await import('../operate/chains/order-chains.ts');
      const chain = await findChain(pool, chainId);
      if (!(await resumeChain(orm, chain, readOrder(options)))) throw new UsageError(explainNotHalted(chain));
      await enqueueJobs(pool, buildResumedJobs(chain));
      await print(describeResumed(chain));
    }),
  );

withOrder(command.command('send'), { needsReason: true })
  .description(
    "send the next message of a chain now, or of all chains whose next message waits too long because the clock of the database was ahead, without the engine's own waits: the pause after failures, and the cap on a wait that is considered wrong. A wait that AEAT asked for is kept",
  )
  .argument('[chain]', 'the id of the chain; default: all that wait too long', readId)
  .action((chainId: number | undefined, options: OrderOptions) =>
    withDatabase(async ({ pool, orm }) => {
      const { describeSent, sendChain } = await import('../operate/chains/order-chains.ts');
      if (chainId === undefined) return sendAhead({ pool, orm }, readOrder(options));
      const chain = await findChain(pool, chainId);
      const at = chain.pending === 0 ? null : await sendChain(orm, chain, readOrder(options));
      if (at === null) throw new UsageError(explainNotHastened(chain, Date.now()));
      await wakeAndReport(pool, buildRemissionJobs(chain.organizationId, [chain]));
      await print(describeSent(chain, at, Date.now()));
    }),
  );

withOrder(command.command('compare'))
  .description(
    'compare chains with AEAT before anything more is issued in them; for a restore that the engine could not detect, or to continue with a PostgreSQL that was superseded by another one',
  )
  .argument('[chain]', 'the id of the chain; default: all', readId)
  .action((chainId: number | undefined, options: OrderOptions) =>
    withDatabase(async ({ pool, orm }) => {
      const { withStatements } = await import('../platform/postgres/open-database.ts');
      const { markForComparison } = await import('../operate/chains/order-chains.ts');
      const chosen = chainId === undefined ? undefined : await findChain(pool, chainId);
      if (chosen?.isRetired) throw new UsageError(explainRetired(chosen));
      const order = readOrder(options);
      const outOfUse = await findOutOfUse(pool);
      if (outOfUse !== null) requireWhole(outOfUse, order, chosen);
      const marked = await withStatements(orm, async (em, client) => {
        if (outOfUse !== null && (await nameLineage(client)) !== outOfUse.lineage)
          throw new UsageError(
            'DATABASE_URL led to two different databases during this command. Run it again',
          );
        const chains = await markForComparison(em, client, chainId ?? null, order);
        if (chains === 0 && outOfUse === null) throw new UsageError(explainUnmarked(chosen));
        return chains;
      });
      if (outOfUse !== null) await useInstead({ pool, orm }, order, outOfUse);
      await print(`${marked} chains are compared with AEAT by the workers before anything is issued in them`);
      const isAsked = (chain: RemissionSummary) => chainId === undefined || chain.chainId === chainId;
      for (const chain of await listRemissions(pool, null)) {
        if (chain.compareSince !== null && chain.haltedReason !== null && isAsked(chain))
          await print(
            `    chain ${chain.chainId} is halted: it is compared when it is resumed (npm run engine -- chains)`,
          );
      }
      await warnOfPause(pool, 'remission');
    }),
  );

withOrder(command.command('renew'), { needsReason: true })
  .description(
    'retire a chain that AEAT is ahead of; the next batch of its issuer opens another chain with its own NumeroInstalacion. This cannot be undone',
  )
  .argument('<chain>', 'the id of the chain', readId)
  .action((chainId: number, options: OrderOptions) =>
    withDatabase(async ({ pool, orm }) => {
      const { recordAct } = await import('../platform/audit/operator-acts.ts');
      const { withStatements } = await import('../platform/postgres/open-database.ts');
      const { describeChainAct } = await import('../operate/chains/order-chains.ts');
      const chain = await findChain(pool, chainId);
      if (chain.isRetired) throw new UsageError(explainRetired(chain));
      await refuseWhereLeft(pool, `Chain ${chainId} cannot be renewed here`);
      const act = describeChainAct('chain.renew', chain, { haltedReason: chain.haltedReason });
      await withStatements(orm, async (em, client) => {
        if (!(await retireChain(client, chainId, new Date())))
          throw new UsageError(
            `Chain ${chainId} does not wait for a comparison with AEAT, so it cannot be renewed`,
          );
        await recordAct(em, readOrder(options), act);
      });
      await print(`Chain ${chainId} is retired; the next batch of its issuer opens another chain`);
    }),
  );

/** Corrects the next message of every chain that waits longer than is permitted. */
async function sendAhead({ pool, orm }: Pick<Database, 'pool' | 'orm'>, order: Order): Promise<void> {
  const { sendChain } = await import('../operate/chains/order-chains.ts');
  const chains = (await listRemissions(pool, null)).filter((chain) => isTooFarAhead(chain, Date.now()));
  const sent: RemissionSummary[] = [];
  for (const chain of chains) {
    // oxlint-disable-next-line no-await-in-loop -- one act for each chain
    const at = await sendChain(orm, chain, order);
    if (at !== null) sent.push(chain);
    // oxlint-disable-next-line no-await-in-loop
    await print(
      at === null
        ? `Chain ${chain.chainId} was not changed: it is halted, or waits for its comparison with AEAT`
        : `The next message of chain ${chain.chainId} of issuer ${chain.issuerNif} may be sent at ${new Date(at).toISOString()}`,
    );
  }
  if (chains.length === 0) await print('No chain waits longer than is permitted');
  const waiting = sent.filter(({ pending }) => pending > 0);
  await wakeAndReport(
    pool,
    waiting.flatMap((chain) => buildRemissionJobs(chain.organizationId, [chain])),
  );
}

const UNASKED =
  'NOT KNOWN whether this PostgreSQL is the active one: Redis, which remembers it, is not reachable (REDIS_URL)';

const UNTOLD =
  'NOT KNOWN what the workers do with the chains: Redis answered only part of the questions. Run npm run engine -- chains again; /readyz of a worker reports what is wrong with Redis';

/** Reads the job status of chains that have work to do; null if Redis does not answer. */
function askWorkers(
  pool: Pool,
  chains: readonly RemissionSummary[],
): Promise<Map<RemissionSummary, KnownJobStatus> | null> {
  return askQueues(pool, async (redis) => {
    // The jobs of all chains are in one queue.
    const [pause = null] = await readPauses(redis, new Date(), ['remission']);
    const { readJobStatus } = await import('../platform/jobs/job-status.ts');
    const found = await Promise.all(chains.map((chain) => readJobStatus(redis, listJobs(chain))));
    return new Map(chains.map((chain, index) => [chain, { ...found[index]!, pause }] as const));
  });
}

/**
 * Lists the jobs of a chain, including the one for full envelopes: either may compare the chain
 * with AEAT.
 */
function listJobs(chain: RemissionSummary): NewJob[] {
  return [0, FULL_ENVELOPE].flatMap((pending) =>
    buildRemissionJobs(chain.organizationId, [{ ...chain, pending }]),
  );
}

/**
 * Makes the connected database the active one, and records the outcome. Its chains must be marked
 * for comparison before.
 */
async function useInstead(
  { pool, orm }: Pick<Database, 'pool' | 'orm'>,
  order: Order,
  outOfUse: OutOfUse,
): Promise<void> {
  const { beginAct } = await import('../platform/audit/operator-acts.ts');
  const { lineage, inUse } = outOfUse;
  const details = { intoUse: lineage, left: inUse.lineage };
  const act = await beginAct(orm, order, { act: 'chain.compare', details });
  const outcome = await orderIntoUse(pool, outOfUse);
  if (outcome === 'refused') await act.drop();
  if (outcome === 'unknown') await act.keepUnknown();
  if (outcome !== 'taken')
    throw new UsageError(
      'The chains are marked for comparison, but it is not known whether this PostgreSQL is active now: Redis did not confirm it, or another database became active meanwhile. Run the command again',
    );
  await act.keep();
  await print(
    `This PostgreSQL (${lineage}) is active from now on instead of ${inUse.lineage}: stop (fence) that one`,
  );
}

/**
 * Refuses to compare a single chain, or to compare without a reason, in a superseded database: what
 * was issued in the other one may concern every chain.
 */
function requireWhole(
  { whySuperseded }: OutOfUse,
  { reason }: Order,
  chosen: RemissionSummary | undefined,
): void {
  if (whySuperseded === null) return;
  if (chosen !== undefined)
    throw new UsageError(
      `Chain ${chosen.chainId} alone cannot be compared: ${whySuperseded}. ${ADVICE_SUPERSEDED}`,
    );
  if (reason === null) throw new UsageError(`A --reason is needed: ${whySuperseded}. ${ADVICE_SUPERSEDED}`);
}

function explainUnmarked(chosen: RemissionSummary | undefined): string {
  return chosen === undefined
    ? 'There is no chain to compare'
    : `Chain ${chosen.chainId} is not compared: organization ${chosen.organizationId} issues without VeriFactu`;
}

async function findChain(pool: Pool, chainId: number): Promise<RemissionSummary> {
  const chain = await findRemission(pool, chainId);
  if (!chain) throw new UsageError(`There is no chain ${chainId}`);
  return chain;
}
