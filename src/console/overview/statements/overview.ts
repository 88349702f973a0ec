import type { Pool, PoolClient } from 'pg';
import { type Promised, readPromise } from '../../../platform/postgres/durability/durability.ts';
import {
  type IssuersWithoutAddress,
  listIssuersWithoutAddress,
} from '../../../operate/statements/issuers.ts';
import {
  listOpenRemissions,
  measureRemission,
  type RemissionMeasures,
  type RemissionSummary,
} from '../../../operate/chains/remissions.ts';
import { findWriteObstacle } from '../../../platform/postgres/readiness.ts';
import { listProcesses, type ProcessView } from '../../../platform/process/processes.ts';
import { type HeldSession, listHeldSessions } from '../../../platform/postgres/held-sessions.ts';
import { type Acknowledgement, listAcknowledgements } from './acknowledgements.ts';
import { LOAD_MINUTES } from './bounds.ts';
import { type FailureGroup, listFailures, listUncorrected, type UncorrectedGroup } from './faults.ts';
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
 * How everything stands, as operators want to know it: the operations page and `npm run engine -- status` show it. Every statement is bounded however many rows
 * there are, and one that takes too long leaves the others be.
 */

/** null where the database took too long over it. */
type Known<T> = T | null;

export type Overview = {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Why the database takes no writes; null where it takes them, or that is not known. */
  readonly whyReadOnly: string | null;
  /** Who holds up others in the database, or keeps a transaction open. */
  readonly sessions: Known<readonly HeldSession[]>;
  /** Those that run, with what they tell of the settings that all must agree on. */
  readonly processes: Known<readonly ProcessView[]>;
  readonly work: Known<readonly UnfinishedWork[]>;
  readonly batches: Known<readonly BatchInFlight[]>;
  readonly failures: Known<readonly FailureGroup[]>;
  readonly uncorrected: Known<readonly UncorrectedGroup[]>;
  readonly remission: Known<RemissionMeasures>;
  readonly chains: Known<readonly RemissionSummary[]>;
  readonly load: Known<readonly OrganizationLoad[]>;
  readonly paused: Known<readonly PausedOrganization[]>;
  /** Whether there is an endpoint that webhooks are delivered to. */
  readonly hasWebhooks: Known<boolean>;
  /** When the last of the endpoints that fail began to; null: none does, or that is not known. */
  readonly newestFailingAt: number | null;
  readonly acknowledgements: Known<readonly Acknowledgement[]>;
};

export type Installation = {
  readonly migrated: Known<Migrated>;
  readonly certificates: Known<readonly CertificateTerm[]>;
  readonly withoutAddress: Known<readonly IssuersWithoutAddress[]>;
  readonly checks: Known<readonly LastCheck[]>;
  readonly promised: Known<Promised>;
};

const DAY_MS = 24 * 3600 * 1000;

const MOST = {
  batches: 10,
  failures: 20,
  uncorrected: 20,
  chains: 20,
  load: 5,
  issuers: 3,
  paused: 5,
} as const;

/** So long statements may be late in all: a page that tells who locks the tables must not wait for each of them. */
const LATE_MS = 3000;

/** "Canceling statement due to statement timeout", or for a lock. */
const LATE = ['57014', '55P03'];

/** Reads what changes all the time. @throws where the database is away. */
export function readOverview(pool: Pool, now: Date): Promise<Overview> {
  return withClient(pool, async (ask) => ({
    at: now.getTime(),
    // First: where a table is locked, all that follows is late.
    sessions: await ask(listHeldSessions),
    whyReadOnly: await ask(findWriteObstacle),
    processes: await ask(listProcesses),
    work: await ask(measureWork),
    batches: await ask((client) => listBatchesInFlight(client, MOST.batches)),
    failures: await ask((client) => listFailures(client, new Date(now.getTime() - DAY_MS), MOST.failures)),
    uncorrected: await ask((client) => listUncorrected(client, MOST.uncorrected)),
    remission: await ask((client) => measureRemission(client, now)),
    chains: await ask((client) => listOpenRemissions(client, MOST.chains)),
    load: await ask((client) => listLoad(client, new Date(now.getTime() - LOAD_MINUTES * 60_000), MOST.load)),
    paused: await ask((client) => listPaused(client, MOST.paused)),
    hasWebhooks: await ask(hasEndpoints),
    newestFailingAt: await ask(findNewestFailing),
    acknowledgements: await ask(listAcknowledgements),
  }));
}

/** Reads what changes seldom. @throws where the database is away. */
export function readInstallation(pool: Pool): Promise<Installation> {
  return withClient(pool, async (ask) => ({
    migrated: await ask(readMigrated),
    certificates: await ask(listValidities),
    withoutAddress: await ask((client) => listIssuersWithoutAddress(client, MOST.issuers)),
    checks: await ask(listLastChecks),
    promised: await ask(readPromise),
  }));
}

type Ask = <T>(question: (client: PoolClient) => Promise<T>) => Promise<Known<T>>;

/** One connection for all of it, however many look. What would come after seconds of lateness is not asked any more, and not known. */
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
