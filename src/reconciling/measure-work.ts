import type { Pool } from 'pg';
import { findFirstEnd } from '../operating/certificates-in-use.ts';
import {
  measureBacklog,
  measureLateRecords,
  measureLoads,
  measureServer,
} from '../persistence/overview/backlog.ts';
import { measureRemission } from '../persistence/read/remissions.ts';
import { measureWebhooks } from '../persistence/webhooks/due-endpoints.ts';
import type { WorkMetrics } from '../telemetry/metrics/work-metrics.ts';

/** Organizations that are shown by their id: more would be a series for each in the monitoring's storage. */
const NAMED_ORGANIZATIONS = 5;

/**
 * Shows what stands in the database, and how PostgreSQL stands.
 * @throws when the database is away, or takes too long.
 */
export async function measureWork(pool: Pool, metrics: WorkMetrics, now: Date): Promise<void> {
  const backlog = await measureBacklog(pool, now);
  const loads = await measureLoads(pool, NAMED_ORGANIZATIONS);
  const remission = await measureRemission(pool, now);
  const late = await measureLateRecords(pool, now);
  const webhooks = await measureWebhooks(pool, now);
  const server = await measureServer(pool);
  const firstEnd = await findFirstEnd(pool, now);

  metrics.oldestSeconds.set({ kind: 'batches' }, backlog.batchSeconds);
  metrics.oldestSeconds.set({ kind: 'pdfs' }, backlog.pdfSeconds);
  metrics.oldestSeconds.set({ kind: 'records' }, late.oldestSeconds);
  metrics.oldestSeconds.set({ kind: 'webhooks' }, webhooks.seconds);
  metrics.waitingBatches.set(backlog.batches);
  metrics.waitingInvoices.set(backlog.invoices);
  metrics.waitingPdfs.set(backlog.pdfs);
  metrics.organizationLoad.reset();
  for (const { organizationId, issuing, rendering } of loads) {
    const organization = organizationId === null ? 'others' : String(organizationId);
    metrics.organizationLoad.set({ organization, work: 'issuing' }, issuing);
    metrics.organizationLoad.set({ organization, work: 'rendering' }, rendering);
  }
  metrics.pendingRecords.set(remission.pending);
  metrics.overdueSeconds.set(late.overdueSeconds);
  metrics.waitSeconds.set(Math.max(remission.waitSeconds, 0));
  metrics.haltedChains.set(remission.halted);
  metrics.incidentChains.set(remission.incidents);
  metrics.incidentSeconds.set(remission.incidentSeconds);
  metrics.uncomparedChains.set(remission.uncompared);
  metrics.uncomparedSeconds.set(remission.uncomparedSeconds);
  metrics.certificateExpiry.set(firstEnd / 1000);
  metrics.webhooksWaiting.set(webhooks.waiting);
  metrics.webhookEndpointsFailing.set(webhooks.failing);
  metrics.connections.set(server.connections);
  metrics.connectionLimit.set(server.connectionLimit);
  metrics.standbys.set(server.standbys);
  if (server.isArchiveFailing !== null) metrics.archiveFailing.set(server.isArchiveFailing ? 1 : 0);
  metrics.measuredAt.set(now.getTime() / 1000);
}
