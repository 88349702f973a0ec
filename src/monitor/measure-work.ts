import type { Pool } from 'pg';
import { CENSUS_ABSENCES } from '../contracts/codes.ts';
import { addDays } from '../domain/reading/calendar-date.ts';
import { startOfDayInMadrid } from '../domain/reading/madrid-time.ts';
import type { Database } from '../platform/postgres/open-database.ts';
import { compareProcesses } from './compare-processes.ts';
import { findFirstEnd } from '../operate/certificates-in-use.ts';
import { type CheckAct, listLastChecks } from './statements/installation.ts';
import { listHeldLogs, measureLoads, measureOverdueRecords, measureServer } from './statements/measures.ts';
import { summarizeDamagedFiles } from './statements/faults.ts';
import { type HeldSession, listHeldSessions, sinceWhen } from '../platform/postgres/held-sessions.ts';
import { listProcesses } from '../platform/process/processes.ts';
import { countSiiDifferences, measureSii } from './statements/sii.ts';
import { hasSpfeTransport } from './spfe-transport.ts';
import { measureSpfe } from './statements/spfe.ts';
import { summarizeCensus } from './statements/census.ts';
import { measureWork as measureUnfinished, type WorkKind } from './statements/work.ts';
import { measureRemission } from '../operate/chains/remissions.ts';
import { countFailingEndpoints } from '../notify/statements/due-endpoints.ts';
import type { WorkMetrics } from './work-metrics.ts';

/**
 * Number of organizations with a metric of their own, because each adds a time series to the
 * monitoring.
 */
const NAMED_ORGANIZATIONS = 5;
/** Names of the kinds in metrics. */
const KINDS: Readonly<Record<WorkKind, string>> = {
  batch: 'batches',
  pdf: 'pdfs',
  record: 'records',
  webhook: 'webhooks',
};
const CENSUS_REASONS = [...CENSUS_ABSENCES, 'waiting'] as const;
const CHECKS: Readonly<Record<CheckAct, string>> = {
  'database.backup': 'backup',
  'database.check': 'invariants',
  'chain.verify': 'chains',
};

/**
 * Sets the metrics about sessions that block others in the database.
 * @throws if the database is unavailable or takes too long.
 */
export async function measureSessions(
  pool: Pool,
  { sessions: metrics }: Pick<WorkMetrics, 'sessions'>,
  now: Date,
): Promise<void> {
  const sessions = await listHeldSessions(pool);
  const longest = (kind: HeldSession['kind']) =>
    sessions
      .filter((session) => session.kind === kind)
      .reduce((most, session) => Math.max(most, now.getTime() - (sinceWhen(session) ?? now.getTime())), 0) /
    1000;
  metrics.blockedSessions.set(sessions.reduce((sum, { blocked }) => sum + blocked, 0));
  metrics.blockingSeconds.set(longest('blocking'));
  metrics.idleSeconds.set(longest('idle'));
  metrics.transactionSeconds.set(longest('long'));
}

/**
 * Sets the metrics about the work in the database and about PostgreSQL, from the statements of the
 * operations page.
 * @returns the amount of unfinished work by kind.
 * @throws if the database is unavailable or takes too long.
 */
export async function measureWork(
  { pool, orm }: Pick<Database, 'pool' | 'orm'>,
  metrics: WorkMetrics,
  now: Date,
): Promise<Readonly<Record<string, number>>> {
  const unfinished = await measureUnfinished(pool);
  const loads = await measureLoads(pool, NAMED_ORGANIZATIONS);
  const remission = await measureRemission(pool, now);
  const sii = await measureSii(pool, now);
  const compared = await countSiiDifferences(pool);
  const spfe = await measureSpfe(pool, now);
  const census = await summarizeCensus(pool, now);
  const overdueSeconds = await measureOverdueRecords(pool, now);
  const failing = await countFailingEndpoints(pool);
  const [damaged] = await summarizeDamagedFiles(pool);
  const server = await measureServer(pool);
  const heldLogs = await listHeldLogs(pool);
  const checks = await listLastChecks(pool);
  const firstEnd = await findFirstEnd(orm.em.fork(), now);
  const processes = await listProcesses(pool);

  const waiting = new Map(unfinished.map(({ kind, count }) => [kind, count]));
  for (const { kind, oldestAt } of unfinished) {
    const age = oldestAt === null ? 0 : Math.max(now.getTime() - oldestAt, 0) / 1000;
    metrics.oldestSeconds.set({ kind: KINDS[kind] }, age);
  }
  metrics.waitingBatches.set(waiting.get('batch')!);
  metrics.waitingInvoices.set(loads.reduce((all, { issuing }) => all + issuing, 0));
  metrics.waitingPdfs.set(waiting.get('pdf')!);
  metrics.webhooksWaiting.set(waiting.get('webhook')!);
  metrics.organizationLoad.reset();
  for (const { organizationId, issuing, rendering } of loads) {
    const organization = organizationId === null ? 'others' : String(organizationId);
    metrics.organizationLoad.set({ organization, work: 'issuing' }, issuing);
    metrics.organizationLoad.set({ organization, work: 'rendering' }, rendering);
  }
  metrics.processDiffers.reset();
  for (const { setting, differing } of compareProcesses(processes, now.getTime()))
    for (const { role, host, pid } of differing)
      metrics.processDiffers.set({ setting, process: role, host, pid }, 1);
  metrics.pendingRecords.set(remission.pending);
  metrics.overdueSeconds.set(overdueSeconds);
  metrics.waitSeconds.set(Math.max(remission.waitSeconds, 0));
  metrics.haltedChains.set(remission.halted);
  metrics.incidentChains.set(remission.incidents);
  metrics.incidentSeconds.set(remission.incidentSeconds);
  metrics.uncomparedChains.set(remission.uncompared);
  metrics.uncomparedSeconds.set(remission.uncomparedSeconds);
  metrics.siiWaiting.set(sii.waiting.entries);
  metrics.siiOverdue.set(sii.waiting.overdue + sii.rejected.overdue);
  metrics.siiHalted.set(sii.halted);
  metrics.siiDifferences.set(compared.differences);
  metrics.siiGivenUp.set(compared.givenUp);
  const days = [sii.waiting.nextDueBy, sii.rejected.nextDueBy].filter((day) => day !== null).toSorted();
  if (days[0] === undefined) metrics.siiDeadline.remove();
  else metrics.siiDeadline.set((startOfDayInMadrid(addDays(days[0], 1)) - now.getTime()) / 1000);
  const since = (at: number | null) => (at === null ? 0 : Math.max(now.getTime() - at, 0) / 1000);
  metrics.spfeWaiting.set(spfe.waiting);
  metrics.spfeOldest.set(since(spfe.firstDueBy));
  metrics.spfeOverdue.set(hasSpfeTransport(processes) ? spfe.overdue : 0);
  metrics.spfeRejected.set(spfe.rejected);
  metrics.spfeHalted.set(spfe.halted);
  metrics.spfeDifferences.set(spfe.differences);
  metrics.spfeOutage.set(since(spfe.outageSince));
  for (const reason of CENSUS_REASONS)
    metrics.censusUnanswered.set(
      { reason },
      census.find(({ absence }) => absence === reason)?.taxpayers ?? 0,
    );
  metrics.certificateExpiry.set(firstEnd / 1000);
  metrics.webhookEndpointsFailing.set(failing);
  metrics.damagedFacturae.set(damaged?.files ?? 0);
  metrics.connections.set(server.connections);
  metrics.connectionLimit.set(server.connectionLimit);
  metrics.standbys.set(server.standbys);
  metrics.heldLogBytes.set(heldLogs.reduce((most, { keptBytes }) => Math.max(most, keptBytes), 0));
  if (server.isArchiveFailing !== null) metrics.archiveFailing.set(server.isArchiveFailing ? 1 : 0);
  for (const { act, at } of checks) metrics.checkedAt.set({ check: CHECKS[act] }, at / 1000);
  metrics.measuredAt.set(now.getTime() / 1000);
  return Object.fromEntries(waiting);
}
