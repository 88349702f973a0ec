import { deleteExpired } from '../src/organizations/access/session-statements.ts';
import { deleteOldChecks } from '../src/organizations/census/census-checks.ts';
import { deleteOldPreviews } from '../src/render/statements/previews.ts';
import { deleteOldWebhooks } from '../src/notify/statements/due-endpoints.ts';
import { deleteOldSigningRefusals } from '../src/remit/statements/signing.ts';
import { fillRollups } from '../src/issue/rollups/status-rollups.ts';
import { warnOfDeadlines } from '../src/remit/sii/warn-of-deadlines.ts';
import { hasSpfeTransport } from '../src/platform/config/spfe-settings.ts';
import { warnOfOverdue } from '../src/remit/spfe/warn-of-overdue.ts';
import { warnOfCertificates } from '../src/operate/certificates-in-use.ts';
import type { Orm } from '../src/platform/postgres/open-database.ts';
import type { PrimaryTracker } from '../src/platform/postgres/lineage/primary-tracker.ts';
import { reportMissingAddresses } from '../src/organizations/missing-addresses.ts';
import { recordDatabase } from '../src/platform/process/record-database.ts';
import { reconcile, type ReconcileContext } from './reconcile.ts';
import type { JobQueues } from '../src/platform/jobs/job-queues.ts';
import { renumberJobs } from '../src/platform/jobs/renumber-jobs.ts';
import type { Logger } from '../src/platform/telemetry/logger.ts';

const EVERY_MS = 2000;
const RENUMBER_EVERY_MS = 20_000;
const CLEAN_EVERY_MS = 3600 * 1000;
const IDENTIFY_EVERY_MS = 10_000;
const ADDRESSES_EVERY_MS = 300_000;
const ROLLUPS_EVERY_MS = 10_000;
const DEADLINES_EVERY_MS = 60_000;
/** Maximum number of entries in SII, and of deliveries to the SPFE, of whose deadlines a round tells clients. */
const DEADLINES_AT_ONCE = 1000;
/** Maximum number of rollups per round. Counting 50 rollups takes 20 ms. */
const ROLLUPS_AT_ONCE = { known: 2000, counted: 50 };

/** Runs the reconciler every two seconds, one round at a time, until it is disposed of. */
export function startReconciler(
  options: Omit<ReconcileContext, 'place'> & {
    readonly jobQueues: Pick<JobQueues, 'connection' | 'prefix' | 'queues'>;
    readonly logger: Logger;
    readonly tracker: PrimaryTracker;
    readonly orm: Orm;
  },
): AsyncDisposable {
  const { logger, pool, orm, now } = options;
  const context = { ...options, place: { batch: 0, rendering: 0, endpoint: 0 } };
  const state = {
    stopped: false,
    failing: false,
    renumberedAt: 0,
    cleanedAt: 0,
    identifiedAt: 0,
    addressesAt: 0,
    rollupsAt: 0,
    deadlinesAt: 0,
    rollups: { organizationId: 0, rollup: 0, filled: 0 },
  };
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    try {
      await watchIdentity();
      if (now().getTime() - state.renumberedAt > RENUMBER_EVERY_MS) {
        await renumberJobs(context.jobQueues.queues.values(), now());
        state.renumberedAt = now().getTime();
      }
      const sent = await reconcile(context);
      if (sent > 0) logger.debug({ jobs: sent }, 'The reconciler enqueued jobs for due rows');
      // While many rollups are missing, every round fills some.
      if (state.rollups.filled > 0 || now().getTime() - state.rollupsAt > ROLLUPS_EVERY_MS) {
        state.rollups = await fillRollups(pool, state.rollups, ROLLUPS_AT_ONCE);
        state.rollupsAt = now().getTime();
      }
      if (now().getTime() - state.deadlinesAt > DEADLINES_EVERY_MS) {
        const warned = await warnOfDeadlines(pool, now(), DEADLINES_AT_ONCE);
        const told = hasSpfeTransport(options.environment)
          ? await warnOfOverdue(pool, now(), DEADLINES_AT_ONCE)
          : 0;
        if (warned < DEADLINES_AT_ONCE && told < DEADLINES_AT_ONCE) state.deadlinesAt = now().getTime();
      }
      if (now().getTime() - state.addressesAt > ADDRESSES_EVERY_MS) {
        // Set beforehand: the query reads every chain and must not run in every round while Redis
        // refuses its result.
        state.addressesAt = now().getTime();
        await reportMissingAddresses(pool, context.jobQueues);
      }
      if (now().getTime() - state.cleanedAt > CLEAN_EVERY_MS) {
        await deleteExpired(orm.em.fork(), now());
        await deleteOldPreviews(pool, now());
        await deleteOldChecks(pool, now());
        await deleteOldSigningRefusals(pool, now());
        await deleteOldWebhooks(pool, now());
        await warnOfCertificates(orm.em.fork(), logger, now());
        state.cleanedAt = now().getTime();
      }
      if (state.failing) logger.info('The reconciler works again');
      state.failing = false;
    } catch (error) {
      if (!state.failing) logger.warn({ err: error }, 'The reconciler cannot work now; it retries');
      state.failing = true;
    }
  }

  /**
   * Checks the identity of the database. Issuing checks it by itself; this check also notices a
   * restored database that has nothing to issue.
   */
  async function watchIdentity(): Promise<void> {
    if (now().getTime() - state.identifiedAt < IDENTIFY_EVERY_MS) return;
    const { whySuperseded } = await options.tracker.look(pool);
    if (whySuperseded === null) await recordDatabase(options, now());
    state.identifiedAt = now().getTime();
  }

  function schedule(): void {
    if (state.stopped) return;
    timer = setTimeout(() => {
      round = run().then(schedule);
    }, EVERY_MS);
  }

  round = run().then(schedule);
  return {
    async [Symbol.asyncDispose]() {
      state.stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
