import { INVOICES_PER_RENDER_BATCH } from '../src/contracts/jobs.ts';
import type { Pool } from 'pg';
import { listDueAnnulled, listDueRenderings } from '../src/render/due-renderings.ts';
import { listDueBatches } from '../src/issue/due-batches.ts';
import { listDueRemissions } from '../src/remit/due-remissions.ts';
import { listDueComparisons, orderNightlyComparisons } from '../src/remit/sii/compare/comparisons.ts';
import { listDueBacklogs } from '../src/remit/sii/backlog/backlogs.ts';
import { listDueReviews } from '../src/remit/spfe/review-issuer.ts';
import { buildSpfeJobs, listDueSpfe } from '../src/remit/spfe/spfe-jobs.ts';
import { buildSiiJobs, listDueSii } from '../src/remit/sii/sii-jobs.ts';
import { listDueEndpoints } from '../src/notify/statements/due-endpoints.ts';
import { finishRendering } from '../src/render/statements/rendering.ts';
import type { NewJob, JobQueues } from '../src/platform/jobs/job-queues.ts';
import type { Environment } from '../src/platform/config/environment.ts';
import { hasSpfeTransport } from '../src/platform/config/spfe-settings.ts';
import type { ReconcilingMetrics } from './reconciling-metrics.ts';
import { LONG_WEIGHT } from '../src/render/browser-pools.ts';
import {
  buildInvoiceRenderingJob,
  buildLongRenderingJob,
  buildRenderingJob,
} from '../src/render/rendering-jobs.ts';

export type ReconcileContext = {
  readonly pool: Pool;
  readonly jobQueues: Pick<JobQueues, 'repeat'>;
  readonly metrics: ReconcilingMetrics;
  readonly now: () => Date;
  /** Without a transport to the SPFE, its jobs only prepare invoices. */
  readonly environment: Pick<Environment, 'SPFE_TRANSPORT'>;
  /**
   * Position at which the next round continues, 0 at first. The caller keeps it from round to
   * round.
   */
  readonly place: { batch: number; rendering: number; endpoint: number };
};

/** Time that the original job of a row gets before the row counts as due. */
const GRACE_MS = 2000;
/**
 * Maximum number of rows per round. The next round continues behind them, so that rows that cannot
 * be completed do not hide the others.
 */
const MAX_BATCHES = 500;
const MAX_RENDERINGS = 50;
/**
 * Maximum number of long invoices of one batch; the next ones are due when these have their PDFs.
 */
const MAX_LONG = 16;
const MAX_REMISSIONS = 500;
const MAX_COMPARISONS = 20;
const MAX_BACKLOGS = 20;
const MAX_ANNULLED = 100;
const MAX_ENDPOINTS = 200;

/**
 * Finds due rows and enqueues them again if their job is neither waiting nor running. This covers a
 * loss of Redis, a crash between commit and job, and a job that gave up. The jobs are not urgent:
 * after a day the backlog of one organization would otherwise precede all others.
 * @returns the number of lost jobs.
 * @throws if PostgreSQL or Redis is unavailable.
 */
export async function reconcile(context: ReconcileContext): Promise<number> {
  const { pool, jobQueues, metrics, now, place } = context;
  const before = new Date(now().getTime() - GRACE_MS);
  const batches = await listDueBatches(pool, before, MAX_BATCHES, place.batch);
  const renderings = await listDueRenderings(pool, before, MAX_RENDERINGS, place.rendering, {
    chunk: INVOICES_PER_RENDER_BATCH,
    longDocument: LONG_WEIGHT,
    mostLong: MAX_LONG,
  });
  place.batch = batches.length < MAX_BATCHES ? 0 : batches.at(-1)!.batchId;
  place.rendering = renderings.length < MAX_RENDERINGS ? 0 : renderings.at(-1)!.batchId;
  const annulled = await listDueAnnulled(pool, now(), MAX_ANNULLED);
  // AEAT's waiting times end exactly, so no grace applies.
  const remissions = await listDueRemissions(pool, now(), MAX_REMISSIONS);
  const entries = await listDueSii(pool, now(), MAX_REMISSIONS);
  const hasSpfe = hasSpfeTransport(context.environment);
  const deliveries = await listDueSpfe(pool, now(), MAX_REMISSIONS, hasSpfe);
  const reviews = hasSpfe ? await listDueReviews(pool, now(), MAX_REMISSIONS) : [];
  await orderNightlyComparisons(pool, now());
  const comparisons = await listDueComparisons(pool, now(), MAX_COMPARISONS);
  const backlogs = await listDueBacklogs(pool, MAX_BACKLOGS);
  // Events have no initial job, because issuing does not depend on webhooks.
  const endpoints = await listDueEndpoints(pool, now(), MAX_ENDPOINTS, place.endpoint);
  place.endpoint = endpoints.length < MAX_ENDPOINTS ? 0 : endpoints.at(-1)!.endpointId;
  metrics.due.set({ kind: 'webhooks' }, endpoints.length);
  metrics.due.set({ kind: 'batches' }, batches.length);
  metrics.due.set({ kind: 'renderings' }, renderings.length + annulled.length);
  metrics.due.set(
    { kind: 'remissions' },
    remissions.length + entries.length + deliveries.length + comparisons.length + backlogs.length,
  );

  const complete = renderings
    .filter(({ chunks, long }) => chunks === null && long === null)
    .map(({ batchId }) => batchId);
  if (complete.length > 0) await finishRendering(pool, complete, now());

  const due: NewJob[] = [
    ...batches.map((payload): NewJob => ({ name: 'process-batch', payload, work: payload.work })),
    ...renderings.flatMap(({ chunks, long: _long, ...batch }) =>
      (chunks ?? []).map((chunk) => buildRenderingJob(batch, chunk)),
    ),
    ...renderings.flatMap(({ long, chunks: _chunks, ...batch }) =>
      (long ?? []).map((position) => buildLongRenderingJob(batch, position)),
    ),
    ...annulled.map(({ organizationId, issuedInvoiceId }) =>
      buildInvoiceRenderingJob(organizationId, issuedInvoiceId),
    ),
    ...remissions.map((payload): NewJob => ({ name: 'remit-records', payload, work: 1, isDue: true })),
    ...entries.flatMap((issuer) => buildSiiJobs(issuer).map((job) => ({ ...job, isDue: true }))),
    ...deliveries.flatMap((issuer) => buildSpfeJobs(issuer).map((job) => ({ ...job, isDue: true }))),
    ...reviews
      .filter(({ chainId }) => deliveries.every((issuer) => issuer.chainId !== chainId))
      .flatMap((issuer) => buildSpfeJobs({ ...issuer, deliveries: 0 })),
    ...comparisons.map((payload): NewJob => ({ name: 'compare-sii-book', payload, work: 1 })),
    ...backlogs.map((payload): NewJob => ({ name: 'draft-sii-backlog', payload, work: 1 })),
    ...endpoints.map((payload): NewJob => ({ name: 'deliver-webhooks', payload, work: 1, isDue: true })),
  ];
  const lost = await jobQueues.repeat(due);
  for (const { name } of lost) metrics.jobsSent.inc({ job_name: name });
  return lost.length;
}
