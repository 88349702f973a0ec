import { Gauge, type Registry } from 'prom-client';

export type WorkMetrics = ReturnType<typeof createWorkMetrics>;

/**
 * Creates the metrics about the work in the database and about PostgreSQL. Every worker measures
 * the same values, so a query over workers must use `max` and not a sum (ops/adr/0041). The metrics
 * are absent before the first measurement and after an outdated one, because a 0 would be wrong.
 */
export function createWorkMetrics(registry: Registry) {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const oldestSeconds = new Gauge({
    name: 'invoice_engine_work_oldest_age_seconds',
    help: 'Age of the oldest unfinished work of a kind in seconds; 0 if there is none',
    labelNames: ['kind'] as const,
    registers,
  });
  const organizationLoad = new Gauge({
    name: 'invoice_engine_organization_waiting_invoices',
    help: 'Number of invoices that wait to be issued or rendered, for the five organizations with the most, by id, and for all others as "others"',
    labelNames: ['organization', 'work'] as const,
    registers,
  });
  const checkedAt = new Gauge({
    name: 'invoice_engine_check_done_timestamp_seconds',
    help: 'When the last backup (npm run engine -- backup), check-invariants and verify-chain ended, in seconds since 1970; absent for a check that never ran',
    labelNames: ['check'] as const,
    registers,
  });
  const processDiffers = new Gauge({
    name: 'invoice_engine_process_differs',
    help: '1 for each process whose value of a setting that must be the same in all processes differs from the most common one; for all processes if no value is the most common. Absent for processes that agree',
    labelNames: ['setting', 'process', 'host', 'pid'] as const,
    registers,
  });
  const jobsFailing = new Gauge({
    name: 'invoice_engine_jobs_failing',
    help: 'Number of jobs that have failed again and again for more than two minutes, by their name; absent while Redis cannot be read',
    labelNames: ['job_name'] as const,
    registers,
  });
  const censusUnanswered = new Gauge({
    name: 'invoice_engine_census_unanswered_taxpayers',
    help: "Number of taxpayers about whom AEAT's census gave no answer in the last hour, by the reason; waiting: no worker asked it within two minutes",
    labelNames: ['reason'] as const,
    registers,
  });
  const labelled = { oldestSeconds, organizationLoad, checkedAt, processDiffers, censusUnanswered };
  const plain = {
    measuredAt: gauge(
      'invoice_engine_work_measured_timestamp_seconds',
      'When the contents of the database were last measured, in seconds since 1970',
    ),
    waitingBatches: gauge(
      'invoice_engine_batches_waiting',
      'Number of accepted batches that are not issued yet',
    ),
    waitingInvoices: gauge(
      'invoice_engine_invoices_waiting',
      'Number of invoices in accepted batches that are not issued yet',
    ),
    waitingPdfs: gauge(
      'invoice_engine_pdfs_waiting',
      'Number of issued or annulled invoices whose PDF is not rendered yet',
    ),
    pendingRecords: gauge(
      'invoice_engine_aeat_pending_records',
      'Number of registration records that AEAT has not answered yet',
    ),
    overdueSeconds: gauge(
      'invoice_engine_aeat_overdue_seconds',
      "How long the first record has been overdue for submission although neither AEAT's waiting time nor an operator delays it, in seconds; 0 if none is overdue",
    ),
    waitSeconds: gauge(
      'invoice_engine_aeat_wait_seconds',
      'Longest remaining wait of a chain with unanswered records until its next message, in seconds',
    ),
    haltedChains: gauge(
      'invoice_engine_aeat_halted_chains',
      'Number of halted chains, which send nothing until an operator resumes them',
    ),
    incidentChains: gauge(
      'invoice_engine_aeat_incident_chains',
      'Number of chains whose last messages to AEAT failed',
    ),
    incidentSeconds: gauge(
      'invoice_engine_aeat_incident_age_seconds',
      'Age of the oldest such incident in seconds; 0 if there is none',
    ),
    uncomparedChains: gauge(
      'invoice_engine_aeat_uncompared_chains',
      "Number of chains that wait for their comparison with AEAT's register, in which nothing is issued or sent until then",
    ),
    uncomparedSeconds: gauge(
      'invoice_engine_aeat_uncompared_wait_seconds',
      'How long the first of those chains has been waiting, in seconds; 0 if none waits',
    ),
    siiWaiting: gauge(
      'invoice_engine_sii_waiting_entries',
      'Number of entries in SII that AEAT has not answered yet; at most 10,000 are counted',
    ),
    siiOverdue: gauge(
      'invoice_engine_sii_overdue_entries',
      'Number of entries in SII whose deadline has passed and that AEAT has not accepted, without those issued in the last ten minutes',
    ),
    siiDeadline: gauge(
      'invoice_engine_sii_deadline_seconds',
      'Time until the next deadline of an entry in SII that AEAT has not accepted ends, in seconds; absent if there is none',
    ),
    siiHalted: gauge(
      'invoice_engine_sii_halted_issuers',
      'Number of halted issuers in SII, for which nothing is sent until an operator resumes them',
    ),
    siiDifferences: gauge(
      'invoice_engine_sii_differences',
      "Number of invoices that AEAT's book in SII and the engine have differently, by the last comparison of each period",
    ),
    siiGivenUp: gauge(
      'invoice_engine_sii_comparisons_given_up',
      'Number of periods whose last comparison with the book in SII was given up',
    ),
    spfeWaiting: gauge(
      'invoice_engine_spfe_waiting_deliveries',
      'Number of deliveries to the SPFE that are to be sent and that it has not answered; at most 10,000 are counted',
    ),
    spfeOldest: gauge(
      'invoice_engine_spfe_oldest_waiting_age_seconds',
      'How long ago the first of these deliveries was due, in seconds; 0 if none is',
    ),
    spfeOverdue: gauge(
      'invoice_engine_spfe_overdue_deliveries',
      'Number of these deliveries that were due more than 24 hours ago; 0 while no worker has a transport to the SPFE',
    ),
    spfeRejected: gauge(
      'invoice_engine_spfe_rejected_deliveries',
      'Number of deliveries that the SPFE rejected and that were not sent again; at most 10,000 are counted',
    ),
    spfeHalted: gauge(
      'invoice_engine_spfe_halted_issuers',
      'Number of halted issuers, of which nothing is sent to the SPFE until an operator resumes them',
    ),
    spfeDifferences: gauge(
      'invoice_engine_spfe_differences',
      'Number of documents that the SPFE and the engine have differently, by the last comparisons; at most 10,000 are counted',
    ),
    spfeOutage: gauge(
      'invoice_engine_spfe_outage_age_seconds',
      'Time since the SPFE stopped answering, in seconds; 0 if its last answer came',
    ),
    certificateExpiry: gauge(
      'invoice_engine_aeat_certificate_expiry_timestamp_seconds',
      'When the first certificate in use expires, or expired without a valid successor, in seconds since 1970; 0 if there is none',
    ),
    webhooksWaiting: gauge(
      'invoice_engine_webhooks_waiting',
      'Number of webhooks that are neither delivered nor given up',
    ),
    webhookEndpointsFailing: gauge(
      'invoice_engine_webhook_endpoints_failing',
      'Number of webhook endpoints whose last attempt failed, or that are disabled',
    ),
    damagedFacturae: gauge(
      'invoice_engine_facturae_damaged',
      'Number of signed Facturae that were found to be damaged where they are stored and were not dropped yet',
    ),
    connections: gauge(
      'invoice_engine_database_connections',
      'Number of connections to PostgreSQL, of all databases and programs',
    ),
    connectionLimit: gauge(
      'invoice_engine_database_connections_limit',
      'Maximum number of connections of ordinary logins to PostgreSQL',
    ),
    standbys: gauge(
      'invoice_engine_database_standbys',
      'Number of standbys and base backups to which PostgreSQL sends its write-ahead log',
    ),
    heldLogBytes: gauge(
      'invoice_engine_database_slot_kept_bytes',
      'Bytes of the write-ahead log that PostgreSQL keeps for the replication slot that nobody uses and that keeps most; 0 if there is none',
    ),
    archiveFailing: gauge(
      'invoice_engine_database_archive_failing',
      '1 if the last attempt of PostgreSQL to archive its write-ahead log failed, otherwise 0; absent if it archives nothing',
    ),
  };
  // Measured separately: if the tables of the other metrics are locked, these show which session
  // locks them.
  const ofSessions = {
    blockedSessions: gauge(
      'invoice_engine_database_blocked_sessions',
      'Number of sessions that wait for a lock of a session that itself waits for none',
    ),
    blockingSeconds: gauge(
      'invoice_engine_database_blocking_age_seconds',
      'Age of the oldest transaction that blocks other sessions or prevents writes to a table, in seconds; 0 if there is none',
    ),
    idleSeconds: gauge(
      'invoice_engine_database_idle_transaction_seconds',
      'Age of the oldest transaction whose session has been idle for more than a minute, in seconds; 0 if there is none',
    ),
    transactionSeconds: gauge(
      'invoice_engine_database_long_transaction_seconds',
      'Age of the oldest transaction that has lasted more than an hour, in seconds; 0 if there is none',
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
  return { ...labelled, ...plain, jobsFailing, forget, sessions: { ...ofSessions, forget: forgetSessions } };
}
