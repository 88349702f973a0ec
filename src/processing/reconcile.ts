import type { Pool } from 'pg';
import { listDueBatches, listDueRemissions, listDueRenderings } from '../persistence/due-rows.ts';
import { measureRemission } from '../persistence/read/remissions.ts';
import { finishRendering } from '../persistence/rendering.ts';
import type { Hint, Hints } from '../queue/hints.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { hintRendering, RENDER_CHUNK } from './render-chunks.ts';

export type ReconcileContext = {
  readonly pool: Pool;
  readonly hints: Pick<Hints, 'send'>;
  readonly metrics: Pick<
    Metrics,
    | 'due'
    | 'hintsSent'
    | 'pendingRecords'
    | 'waitSeconds'
    | 'haltedChains'
    | 'incidentChains'
    | 'certificateExpiry'
  >;
  readonly now: () => Date;
  /** Where the next round goes on; kept from round to round by the caller, 0 at first. */
  readonly place: { batch: number; rendering: number };
};

/** A hint that came with the row gets this long before the row counts as due. */
const GRACE_MS = 2000;
/** Rows looked at per round; the next round goes on behind them, so that rows that cannot end do not hide the others. */
const MOST_BATCHES = 500;
const MOST_RENDERINGS = 50;
const MOST_REMISSIONS = 500;

/**
 * Looks for rows that are due and hints at them again. A hint that is still waiting or being worked on is not doubled by the
 * queue, so that only lost ones count: after a loss of Redis, a crash between commit and hint, or a job that gave up.
 * @returns how many hints were sent.
 * @throws when PostgreSQL or Redis is away.
 */
export async function reconcile(context: ReconcileContext): Promise<number> {
  const { pool, hints, metrics, now, place } = context;
  const before = new Date(now().getTime() - GRACE_MS);
  const batches = await listDueBatches(pool, before, MOST_BATCHES, place.batch);
  const renderings = await listDueRenderings(pool, before, MOST_RENDERINGS, RENDER_CHUNK, place.rendering);
  place.batch = batches.length < MOST_BATCHES ? 0 : batches.at(-1)!.batchId;
  place.rendering = renderings.length < MOST_RENDERINGS ? 0 : renderings.at(-1)!.batchId;
  // AEAT's waits end at their time: there is no grace.
  const remissions = await listDueRemissions(pool, now(), MOST_REMISSIONS);
  metrics.due.set({ kind: 'batches' }, batches.length);
  metrics.due.set({ kind: 'renderings' }, renderings.length);
  metrics.due.set({ kind: 'remissions' }, remissions.length);
  await measure(pool, metrics, now());

  const complete = renderings.filter(({ chunks }) => chunks === null).map(({ batchId }) => batchId);
  if (complete.length > 0) await finishRendering(pool, complete, now());

  const due: Hint[] = [
    ...batches.map((payload) => ({ name: 'process-batch' as const, payload })),
    ...renderings.flatMap(({ organizationId, batchId, chunks }) =>
      (chunks ?? []).map((chunk) => hintRendering(organizationId, batchId, chunk)),
    ),
    ...remissions.map((payload) => ({ name: 'remit-records' as const, payload, isDue: true })),
  ];
  if (due.length > 0) await hints.send(due);
  metrics.hintsSent.inc({ job: 'process-batch' }, batches.length);
  metrics.hintsSent.inc({ job: 'remit-records' }, remissions.length);
  metrics.hintsSent.inc({ job: 'render-pdfs' }, due.length - batches.length - remissions.length);
  return due.length;
}

async function measure(pool: Pool, metrics: ReconcileContext['metrics'], now: Date): Promise<void> {
  const { pending, waitSeconds, halted, incidents, certificateExpiry } = await measureRemission(pool, now);
  metrics.pendingRecords.set(pending);
  metrics.waitSeconds.set(Math.max(waitSeconds, 0));
  metrics.haltedChains.set(halted);
  metrics.incidentChains.set(incidents);
  metrics.certificateExpiry.set(certificateExpiry ?? 0);
}
