import type { OperationsSource } from '#src/dashboard/operations/operations-options.ts';
import type { UncorrectedGroup } from '#src/monitor/statements/faults.ts';
import { SHARED_SETTING_NAMES } from '#src/platform/config/shared-settings.ts';
import type { ProcessView } from '#src/platform/process/processes.ts';
import type { HeldSession } from '#src/platform/postgres/held-sessions.ts';
import type { BatchInFlight, UnfinishedWork } from '#src/monitor/statements/work.ts';
import type { Installation, Overview } from '#src/monitor/statements/overview.ts';
import { buildInstallation } from '../../monitor/support/installation.ts';
import { chain, MINUTE, sight } from '../../monitor/support/overview-state.ts';

/*
 * The snapshot of an engine with the maximum content that the statements of the overview return, as
 * in a flood in which everything fails.
 */

const many = <T>(count: number, build: (place: number) => T): T[] =>
  Array.from({ length: count }, (_none, place) => build(place + 1));

/** Ids of an engine that has run for years. */
const longId = (place: number) => 1_234_560 + place;

function buildFullOverview(now: Date): Overview {
  const at = now.getTime();
  const since = at - 90 * MINUTE;
  const group = {
    organizationIds: [longId(1), longId(2), longId(3), longId(4)],
    firstAt: since,
    lastAt: at - MINUTE,
    isWhole: false,
  };
  return sight({
    at,
    sessions: many(20, (pid): HeldSession => ({
      kind: pid < 4 ? 'blocking' : 'idle',
      pid,
      login: 'ana',
      application: 'pgAdmin 4 - CONN:1234567',
      state: 'idle in transaction',
      transactionSince: since,
      waitedForSince: since,
      relation: 'batch_invoices',
      mode: 'AccessExclusiveLock',
      blocked: 12,
      statement:
        'lock table batch_invoices, batches, issued_invoices, registration_records in access exclusive mode',
    })),
    // Each process has another Redis and other settings.
    processes: many(200, (pid): ProcessView => ({
      role: pid % 2 === 0 ? 'worker' : 'ingress',
      host: `invoice-engine-worker-7d9c5b8f6d-x${pid}`,
      pid,
      version: `0.${pid % 7}.0`,
      settings: Object.fromEntries(
        SHARED_SETTING_NAMES.map((name) => [
          name,
          { shown: `${name} ${pid} of a rather long address`, key: `${pid}` },
        ]),
      ),
      startedAt: since,
      redisChangedAt: null,
      renewedAt: at,
    })),
    work: (['batch', 'pdf', 'record', 'webhook'] as const).map((kind): UnfinishedWork => ({
      kind,
      count: 9876,
      oldestAt: since,
      lastDoneAt: since,
    })),
    batches: many(10, (batchId): BatchInFlight => ({
      batchId: longId(batchId),
      organizationId: longId(batchId),
      externalBatchId: `a rather long name of a batch ${batchId}`,
      status: 'processing',
      invoices: 1000,
      receivedAt: since,
      processedAt: null,
      failed: 7,
      issued: 500,
      pdfs: 100,
      records: 500,
      answered: 20,
    })),
    failures: many(20, (place) => ({
      ...group,
      message: `Line #: tax rate must be one of 0, 4, 10, 21 on the operation date (message ${place})`,
      invoices: 1234,
      batchIds: [longId(1), longId(2), longId(3)],
    })),
    damagedFiles: [{ ...group, files: 2000, invoiceIds: [longId(1), longId(2), longId(3)] }],
    uncorrected: many(20, (code): UncorrectedGroup => ({
      ...group,
      state: code < 10 ? 'rejected' : 'accepted_with_errors',
      code: 1000 + code,
      kind: 'alta',
      message: 'El NIF no está identificado en el censo de la AEAT, o su nombre no es el que consta en él',
      records: 321,
      invoiceIds: [longId(1) * 1000, longId(2) * 1000, longId(3) * 1000],
    })),
    chains: many(20, (chainId) =>
      chain({
        chainId: longId(chainId),
        organizationId: longId(chainId),
        records: 40_000,
        pending: 30_002,
        incidentSince: since,
        failures: 3,
        haltedAt: chainId < 8 ? since : null,
        haltedReason:
          chainId < 8 ? `AEAT 4112: El titular del certificado no es quien presenta (${chainId})` : null,
        pendingSince: since,
      }),
    ),
    siiIssuers: many(10, (issuer) => ({
      chainId: longId(issuer),
      organizationId: longId(issuer),
      issuerNif: 'B12345674',
      failures: issuer < 8 ? 3 : 0,
      haltedAt: issuer < 4 ? since : null,
      haltedReason:
        issuer < 4 ? `AEAT 4118: El NIF ${issuer} no está autorizado a presentar en el SII` : null,
      nextAllowedAt: since,
      waiting: 10_000,
      sent: 3000,
      rejected: 321,
      collections: 12,
      rejectedCollections: 3,
      overdue: 123,
      nextDueBy: '2026-11-26',
      lastTry: null,
    })),
    siiFaults: many(20, (code) => ({
      ...group,
      state: code < 10 ? ('rejected' as const) : ('accepted_with_errors' as const),
      code: 1100 + code,
      kind: 'A0' as const,
      message: 'El NIF no está identificado. NIF: #. NOMBRE_RAZON: …',
      entries: 321,
      invoiceIds: [longId(1) * 1000, longId(2) * 1000, longId(3) * 1000],
    })),
    load: many(5, (organizationId) => ({
      organizationId: longId(organizationId),
      name: 'Distribuciones y Suministros Industriales del Norte SL',
      pausedAt: null,
      openBatches: 100,
      openInvoices: 100_000,
      openPdfs: 90_000,
      openRecords: 80_000,
      newBatches: 100,
      newInvoices: 100_000,
      allNewInvoices: 500_000,
    })),
    paused: many(5, (organizationId) => ({
      organizationId: longId(organizationId),
      name: 'Distribuciones y Suministros Industriales del Norte SL',
      pausedAt: since,
      batchesWaiting: 17,
    })),
    hasWebhooks: true,
    newestFailingAt: since,
    wrongLogins: many(3, (number) => ({
      login: `operadora-de-guardia-${number}`,
      isKnown: false,
      codes: 0,
      passwords: 50,
      firstAt: since,
      newestAt: since,
    })),
  }).overview;
}

const INSTALLATION: Installation = {
  ...buildInstallation(0),
  migrated: { newest: '0012-access', standing: 'behind' },
  withoutAddress: many(3, (organizationId) => ({
    organizationId,
    count: 2,
    newestAt: 0,
    issuerNifs: ['B12345674'],
  })),
  sharedIssuers: [{ nif: 'B12345674', organizationIds: [1, 2], newestAt: 0 }],
  checks: [],
  promised: {
    promise: 'A batch answered with 201 is on the disk of PostgreSQL and of one standby',
    standing: 'stuck',
  },
};

export const FULL_SOURCE: OperationsSource = {
  readOverview: async (now) => buildFullOverview(now),
  readInstallation: async () => INSTALLATION,
  readBatch: async () => null,
  readChain: async () => null,
  readDeclaration: async () => null,
  recordLook: async () => {},
};
