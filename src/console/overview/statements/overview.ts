import type { Pool, PoolClient } from 'pg';
import { type Promised, readPromise } from '../../../platform/postgres/durability/durability.ts';
import {
  type IssuersWithoutAddress,
  listIssuersWithoutAddress,
  listSharedIssuers,
  type SharedIssuer,
} from '../../../operate/statements/issuers.ts';
import {
  listOpenRemissions,
  measureRemission,
  type RemissionMeasures,
  type RemissionSummary,
} from '../../../operate/chains/remissions.ts';
import { nameLineage } from '../../../platform/postgres/lineage/log-position.ts';
import { findWriteObstacle } from '../../../platform/postgres/readiness.ts';
import { listProcesses, type ProcessView } from '../../../platform/process/processes.ts';
import { type HeldSession, listHeldSessions } from '../../../platform/postgres/held-sessions.ts';
import { listWrongLogins, type WrongLogins } from '../../operators/wrong-logins.ts';
import { type Acknowledgement, listAcknowledgements } from './acknowledgements.ts';
import { LOAD_MINUTES } from './bounds.ts';
import { type HeldLog, listHeldLogs } from './measures.ts';
import {
  type DamagedFiles,
  type FailureGroup,
  listFailures,
  listUncorrected,
  summarizeDamagedFiles,
  type UncorrectedGroup,
} from './faults.ts';
import {
  type CertificateTerm,
  type LastCheck,
  listLastChecks,
  listValidities,
  type Migrated,
  readMigrated,
} from './installation.ts';
import {
  type BatchInFlight,
  findNewestFailing,
  hasEndpoints,
  listBatchesInFlight,
  listLoad,
  listPaused,
  measureWork,
  type OrganizationLoad,
  type PausedOrganization,
  type UnfinishedWork,
} from './work.ts';

/*
 * The state of the product for operators, shown by the operations page and by `npm run engine -- status`.
 * Every statement is bounded for any number of rows, and a statement that takes too long does not affect
 * the others.
 */

/** null if the database took too long. */
type Known<T> = T | null;

export type Overview = {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Reason why the database accepts no writes; null if it does or if that is not known. */
  readonly whyReadOnly: string | null;
  /** The cluster lineage of the database (ops/adr/0019); null on a standby. */
  readonly lineage: string | null;
  /** Sessions that block others in the database or keep a transaction open. */
  readonly sessions: Known<readonly HeldSession[]>;
  /** Running processes with the shared settings that they report. */
  readonly processes: Known<readonly ProcessView[]>;
  readonly work: Known<readonly UnfinishedWork[]>;
  readonly batches: Known<readonly BatchInFlight[]>;
  readonly failures: Known<readonly FailureGroup[]>;
  readonly uncorrected: Known<readonly UncorrectedGroup[]>;
  readonly damagedFiles: Known<readonly DamagedFiles[]>;
  readonly remission: Known<RemissionMeasures>;
  readonly chains: Known<readonly RemissionSummary[]>;
  readonly load: Known<readonly OrganizationLoad[]>;
  readonly paused: Known<readonly PausedOrganization[]>;
  /** Whether there is an endpoint for webhooks. */
  readonly hasWebhooks: Known<boolean>;
  /**
   * Time at which the most recent of the failing endpoints started to fail; null if none fails or that is not
   * known.
   */
  readonly newestFailingAt: number | null;
  /** Wrong codes of operators' authenticators. */
  readonly wrongLogins: Known<readonly WrongLogins[]>;
  readonly acknowledgements: Known<readonly Acknowledgement[]>;
};

export type Installation = {
  readonly migrated: Known<Migrated>;
  readonly certificates: Known<readonly CertificateTerm[]>;
  readonly withoutAddress: Known<readonly IssuersWithoutAddress[]>;
  readonly sharedIssuers: Known<readonly SharedIssuer[]>;
  readonly checks: Known<readonly LastCheck[]>;
  readonly promised: Known<Promised>;
  readonly heldLogs: Known<readonly HeldLog[]>;
};

const DAY_MS = 24 * 3600 * 1000;

const MOST = {
  batches: 10,
  failures: 20,
  uncorrected: 20,
  chains: 20,
  load: 5,
  issuers: 3,
  sharedIssuers: 10,
  paused: 5,
} as const;

/**
 * Maximum total delay of statements, because a page that shows which session locks the tables must not wait
 * for each of them.
 */
const LATE_MS = 3000;

/** SQLSTATEs of a statement that was cancelled after its timeout or after its lock timeout. */
const LATE = ['57014', '55P03'];

/**
 * Reads the data that changes constantly.
 * @throws if the database is unavailable.
 */
export function readOverview(pool: Pool, now: Date): Promise<Overview> {
  return withClient(pool, async (ask) => ({
    at: now.getTime(),
    // Read first: if a table is locked, all later statements are late.
    sessions: await ask(listHeldSessions),
    whyReadOnly: await ask(findWriteObstacle),
    lineage: await ask((client) => nameLineage(client).catch(nullOnStandby)),
    processes: await ask(listProcesses),
    work: await ask(measureWork),
    batches: await ask((client) => listBatchesInFlight(client, MOST.batches)),
    failures: await ask((client) => listFailures(client, new Date(now.getTime() - DAY_MS), MOST.failures)),
    uncorrected: await ask((client) => listUncorrected(client, MOST.uncorrected)),
    damagedFiles: await ask(summarizeDamagedFiles),
    remission: await ask((client) => measureRemission(client, now)),
    chains: await ask((client) => listOpenRemissions(client, MOST.chains)),
    load: await ask((client) => listLoad(client, new Date(now.getTime() - LOAD_MINUTES * 60_000), MOST.load)),
    paused: await ask((client) => listPaused(client, MOST.paused)),
    hasWebhooks: await ask(hasEndpoints),
    newestFailingAt: await ask(findNewestFailing),
    wrongLogins: await ask(listWrongLogins),
    acknowledgements: await ask(listAcknowledgements),
  }));
}

/**
 * Reads the data that changes rarely.
 * @throws if the database is unavailable.
 */
export function readInstallation(pool: Pool): Promise<Installation> {
  return withClient(pool, async (ask) => ({
    migrated: await ask(readMigrated),
    certificates: await ask(listValidities),
    withoutAddress: await ask((client) => listIssuersWithoutAddress(client, MOST.issuers)),
    sharedIssuers: await ask((client) => listSharedIssuers(client, MOST.sharedIssuers)),
    checks: await ask(listLastChecks),
    promised: await ask(readPromise),
    heldLogs: await ask(listHeldLogs),
  }));
}

/** A standby, which writes no log, has no lineage. */
function nullOnStandby(error: unknown): null {
  if ((error as { code?: string }).code === '55000') return null;
  throw error;
}

type Ask = <T>(question: (client: PoolClient) => Promise<T>) => Promise<Known<T>>;

/**
 * Runs all questions on one connection, for any number of viewers. After three seconds of timeouts the
 * remaining questions are skipped and their answers are null.
 */
async function withClient<T>(pool: Pool, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  let lateMs = 0;
  try {
    return await work(async (question) => {
      if (lateMs > LATE_MS) return null;
      const begun = performance.now();
      try {
        return await question(client);
      } catch (error) {
        if (!LATE.includes((error as { code?: string }).code ?? '')) throw error;
        lateMs += performance.now() - begun;
        return null;
      }
    });
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}
