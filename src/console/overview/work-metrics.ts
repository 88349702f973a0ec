import { Gauge, type Registry } from 'prom-client';

export type WorkMetrics = ReturnType<typeof createWorkMetrics>;

/**
 * Creates the metrics about the work in the database and about PostgreSQL. Every worker measures the same
 * values, so a query over workers must use `max` and not a sum (ops/adr/0041). The metrics are absent before
 * the first measurement and after an outdated one, because a 0 would be wrong.
 */
export function createWorkMetrics(registry: Registry) {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const oldestSeconds = new Gauge({
    name: 'work_oldest_age_seconds',
    help: 'How long the oldest unfinished work of a kind has been waiting or worked on, in seconds; 0 when there is none',
    labelNames: ['kind'] as const,
    registers,
  });
  const organizationLoad = new Gauge({
    name: 'organization_waiting_invoices',
    help: 'Invoices that wait to be issued or for their PDF, of the five organizations that have most by their id, and of all others as "others"',
    labelNames: ['organization', 'work'] as const,
    registers,
  });
  const checkedAt = new Gauge({
    name: 'check_done_timestamp_seconds',
    help: 'When a backup was made (npm run engine -- backup), everything was checked (check-invariants) and the chains were verified (verify-chain) last, in seconds since 1970; not told where it never was',
    labelNames: ['check'] as const,
    registers,
  });
  const processDiffers = new Gauge({
    name: 'engine_process_differs',
    help: '1 for each process that differs from most in a setting that all must agree on; where no value is that of most, for all of them. Not told of those that agree',
    labelNames: ['setting', 'process', 'host', 'pid'] as const,
    registers,
  });
  const labelled = { oldestSeconds, organizationLoad, checkedAt, processDiffers };
  const plain = {
    measuredAt: gauge(
      'work_measured_timestamp_seconds',
      'When what stands in the database was measured last, in seconds since 1970',
    ),
    waitingBatches: gauge('batches_waiting', 'Accepted batches that are not issued'),
    waitingInvoices: gauge('invoices_waiting', 'Invoices of accepted batches that are not issued'),
    waitingPdfs: gauge('pdfs_waiting', 'Issued or annulled invoices whose PDF is not rendered'),
    pendingRecords: gauge('aeat_pending_records', 'Registration records that AEAT has not answered'),
    overdueSeconds: gauge(
      'aeat_overdue_seconds',
      'How long the first record might have gone to AEAT that neither its wait nor an operator holds up, in seconds; 0 when none might',
    ),
    waitSeconds: gauge(
      'aeat_wait_seconds',
      'Longest time until a chain with unanswered records may send again, in seconds',
    ),
    haltedChains: gauge('aeat_halted_chains', 'Chains that send nothing until an operator resumes them'),
    incidentChains: gauge('aeat_incident_chains', 'Chains whose records AEAT cannot be told at present'),
    incidentSeconds: gauge(
      'aeat_incident_age_seconds',
      'How long the first of those chains has been unable to tell AEAT, in seconds; 0 when none is',
    ),
    uncomparedChains: gauge(
      'aeat_uncompared_chains',
      'Chains in which nothing is issued or sent until AEAT tells that it knows no more of them',
    ),
    uncomparedSeconds: gauge(
      'aeat_uncompared_wait_seconds',
      'How long the first of those chains has been waiting, in seconds; 0 when none is',
    ),
    certificateExpiry: gauge(
      'aeat_certificate_expiry_timestamp_seconds',
      'When the first certificate in use ends, or ended where no valid one took its place, in seconds since 1970; 0 when there is none',
    ),
    webhooksWaiting: gauge('webhooks_waiting', 'Webhooks that were neither taken nor given up'),
    webhookEndpointsFailing: gauge(
      'webhook_endpoints_failing',
      'Webhook endpoints whose last try failed, or that are disabled',
    ),
    connections: gauge('database_connections', 'Connections to PostgreSQL, of all databases and programs'),
    connectionLimit: gauge('database_connections_limit', 'Connections that PostgreSQL gives ordinary logins'),
    standbys: gauge('database_standbys', 'Standbys and base backups that PostgreSQL is sending its log to'),
    archiveFailing: gauge(
      'database_archive_failing',
      '1 while PostgreSQL could not archive its log at the last try; not told where it archives nothing',
    ),
  };
  // Measured separately: if the tables of the other metrics are locked, these show which session locks them.
  const ofSessions = {
    blockedSessions: gauge(
      'database_blocked_sessions',
      'Sessions that wait for a lock of a session that waits for none',
    ),
    blockingSeconds: gauge(
      'database_blocking_age_seconds',
      'How long the oldest transaction lasts that others wait for, or that keeps them from writing to a table, in seconds; 0 when there is none',
    ),
    idleSeconds: gauge(
      'database_idle_transaction_seconds',
      'How long the oldest transaction lasts in which a session has rested for more than a minute, in seconds; 0 when there is none',
    ),
    transactionSeconds: gauge(
      'database_long_transaction_seconds',
      'How long the oldest transaction of more than an hour lasts, in seconds; 0 when there is none',
    ),
  };
  const forgetSessions = () => {
    for (const metric of Object.values(ofSessions)) metric.remove();
  };
  forgetSessions();
  const forget = () => {
    for (const metric of Object.values(labelled)) metric.reset();
    for (const metric of Object.values(plain)) metric.remove();
  };
  forget();
  return { ...labelled, ...plain, forget, sessions: { ...ofSessions, forget: forgetSessions } };
}
