import type { Pool, PoolClient } from 'pg';
import { readPromise } from '../../platform/postgres/durability/durability.ts';
import { listIssuersWithoutAddress, listSharedIssuers } from '../../organizations/issuers.ts';
import { listOpenRemissions, measureRemission } from '../../operate/chains/remissions.ts';
import { nameLineage } from '../../platform/postgres/lineage/log-position.ts';
import { findWriteObstacle } from '../../platform/postgres/readiness.ts';
import { listProcesses } from '../../platform/process/processes.ts';
import { listHeldSessions } from '../../platform/postgres/held-sessions.ts';
import { listWrongLogins } from '../../operators/wrong-logins.ts';
import { listAcknowledgements } from './acknowledgements.ts';
import { LOAD_MINUTES } from './bounds.ts';
import { listHeldLogs } from './measures.ts';
import { listComparedSii, listOpenSii, listSiiFaults, listUnfinishedBacklogs, measureSii } from './sii.ts';
import { listOpenSpfe, listSpfeFaults, measureSpfe } from './spfe.ts';
import { summarizeCensus } from './census.ts';
import { listFailures, listUncorrected, summarizeDamagedFiles } from './faults.ts';
import { listLastChecks, listValidities, readMigrated } from './installation.ts';
import {
  findNewestFailing,
  hasEndpoints,
  listBatchesInFlight,
  listLoad,
  listPaused,
  measureWork,
} from './work.ts';

/*
 * The state of the product for operators, shown by the operations page and by
 * `npm run engine -- status`. Every statement is bounded for any number of rows, and a statement
 * that takes too long does not affect the others.
 */

const DAY_MS = 24 * 3600 * 1000;

const MOST = {
  batches: 10,
  failures: 20,
  uncorrected: 20,
  chains: 20,
  siiIssuers: 10,
  spfeIssuers: 10,
  load: 5,
  issuers: 3,
  sharedIssuers: 10,
  paused: 5,
} as const;

/**
 * Maximum total delay of statements, because a page that shows which session locks the tables must
 * not wait for each of them.
 */
const LATE_MS = 3000;

/** SQLSTATEs of a statement that was cancelled after its timeout or after its lock timeout. */
const LATE = ['57014', '55P03'];

export type Overview = Awaited<ReturnType<typeof readOverview>>;

/**
 * Reads the data that changes constantly. A member is null if the database took too long.
 * @throws if the database is unavailable.
 */
export function readOverview(pool: Pool, now: Date) {
  return withClient(pool, async (ask) => ({
    /** Milliseconds since 1970. */
    at: now.getTime(),
    /**
     * Sessions that block others in the database or keep a transaction open. Read first: if a table
     * is locked, all later statements are late.
     */
    sessions: await ask(listHeldSessions),
    /** Reason why the database accepts no writes; null if it does or if that is not known. */
    whyReadOnly: await ask(findWriteObstacle),
    /** The cluster lineage of the database (ops/adr/0019); null on a standby. */
    lineage: await ask((client) => nameLineage(client).catch(nullOnStandby)),
    /** Running processes with the shared settings that they report. */
    processes: await ask(listProcesses),
    work: await ask(measureWork),
    batches: await ask((client) => listBatchesInFlight(client, MOST.batches)),
    failures: await ask((client) => listFailures(client, new Date(now.getTime() - DAY_MS), MOST.failures)),
    uncorrected: await ask((client) => listUncorrected(client, MOST.uncorrected)),
    damagedFiles: await ask(summarizeDamagedFiles),
    remission: await ask((client) => measureRemission(client, now)),
    chains: await ask((client) => listOpenRemissions(client, MOST.chains)),
    sii: await ask((client) => measureSii(client, now)),
    siiIssuers: await ask((client) => listOpenSii(client, now, MOST.siiIssuers)),
    siiFaults: await ask((client) => listSiiFaults(client, MOST.uncorrected)),
    comparedSii: await ask((client) => listComparedSii(client, MOST.chains)),
    siiBacklogs: await ask((client) => listUnfinishedBacklogs(client, now, MOST.chains)),
    spfe: await ask((client) => measureSpfe(client, now)),
    spfeIssuers: await ask((client) => listOpenSpfe(client, MOST.spfeIssuers)),
    spfeFaults: await ask((client) => listSpfeFaults(client, now, MOST.uncorrected)),
    census: await ask((client) => summarizeCensus(client, now)),
    load: await ask((client) => listLoad(client, new Date(now.getTime() - LOAD_MINUTES * 60_000), MOST.load)),
    paused: await ask((client) => listPaused(client, MOST.paused)),
    /** Whether there is an endpoint for webhooks. */
    hasWebhooks: await ask(hasEndpoints),
    /**
     * Time at which the most recent of the failing endpoints started to fail; null if none fails or
     * that is not known.
     */
    newestFailingAt: await ask(findNewestFailing),
    /** Wrong passwords of operators, and wrong codes of their authenticators. */
    wrongLogins: await ask(listWrongLogins),
    acknowledgements: await ask(listAcknowledgements),
  }));
}

export type Installation = Awaited<ReturnType<typeof readInstallation>>;

/**
 * Reads the data that changes rarely. A member is null if the database took too long.
 * @throws if the database is unavailable.
 */
export function readInstallation(pool: Pool) {
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

type Ask = <T>(question: (client: PoolClient) => Promise<T>) => Promise<T | null>;

/**
 * Runs all questions on one connection, for any number of viewers. After three seconds of timeouts
 * the remaining questions are skipped and their answers are null.
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
