import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'pg';
import {
  buildApiUrl,
  buildSuperuserUrl,
  type Cluster,
  findMaster,
  isCopied,
  findPrimary,
  isReplicated,
  type PostgresMachine,
  type RedisMachine,
} from '../cluster.ts';
import { generateApiKey, hashSecret, showPrefix } from '../../../src/organizations/access/secrets.ts';
import { openDatabase } from '../../../src/platform/postgres/open-database.ts';
import { createOrganization } from '../../../src/organizations/access/organizations.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { type ClusterClient, openClusterClient } from './load/client.ts';
import { type Flow, startFlow } from './load/flow.ts';

/** A cluster under load, in which a fault is caused. */
export type World = {
  readonly cluster: Cluster;
  /** What is undone even if the fault fails. A fault may undo it earlier. */
  readonly undo: DisposableStack;
  /** The load of this fault. */
  readonly flow: Flow;
  /** All clients that were ever opened. */
  readonly clients: readonly ClusterClient[];
  primary(): Promise<PostgresMachine>;
  standby(): Promise<PostgresMachine>;
  master(): Promise<RedisMachine>;
  /** Runs a statement on the primary with the superuser's login. */
  query<T extends object>(sql: string, values?: readonly unknown[]): Promise<T[]>;
  /**
   * Waits until a batch that is sent from now on is issued, has its records answered by AEAT, or
   * has its PDFs.
   * @returns the seconds since `from`.
   */
  measureWork(work: keyof typeof WORK, from: number): Promise<number>;
  /**
   * Waits until every process works and every server replicates again.
   * @returns the seconds since `from`.
   */
  measureWholeness(from: number): Promise<number>;
  sleep(seconds: number): Promise<void>;
};

/** The time limit of everything, which allows for a busy machine. */
export const PATIENCE_MS = 180_000;

/** The query for whether the awaited work on a batch is done. */
const WORK = {
  issued: 'select processed_at is not null as done from batches where id = $1',
  rendered: 'select rendered_at is not null as done from batches where id = $1',
  registered: `
    select count(*) > 0 and count(*) = count(a.state) as done
    from registration_records r left join record_answers a using (chain_id, sequence)
    where r.issued_invoice_id between $1::bigint * 1000 and $1::bigint * 1000 + 999`,
} as const;

/** Opens clients of two organizations in a cluster. */
export async function openClients(cluster: Cluster): Promise<ClusterClient[]> {
  const apiKey = generateApiKey();
  const key = { keyHash: hashSecret(apiKey), prefix: showPrefix(apiKey) };
  await using database = openDatabase({
    url: cluster.variables['OPERATOR_DATABASE_URL']!,
    applicationName: 'test-cluster',
    role: 'operator',
    maxConnections: 1,
  });
  const by = { operator: 'test-cluster', reason: null };
  const second = await createOrganization(database.orm, { name: 'Empresa Dos SL', outside: null, key }, by);
  const accounts = [
    { organizationId: 1, apiKey: cluster.secrets.apiKey },
    { organizationId: second, apiKey },
  ];
  return accounts.map((account) => openClusterClient(buildApiUrl(cluster), account));
}

/** Opens the world of one fault and starts its load. */
export function openWorld(
  cluster: Cluster,
  clients: readonly ClusterClient[],
  undo: DisposableStack,
  series: string,
): World {
  const flow = startFlow(clients, series, EVERY_MS);
  const primary = () =>
    eventually(() => findPrimary(cluster), { within: PATIENCE_MS, every: 200, what: 'a primary' });
  const query: World['query'] = async <T extends object>(sql: string, values: readonly unknown[] = []) => {
    const pool = openPool(cluster, await primary());
    try {
      return (await pool.query<T>(sql, [...values])).rows;
    } finally {
      await pool.end();
    }
  };
  return {
    cluster,
    undo,
    flow,
    clients,
    primary,
    query,
    standby: async () => ((await primary()) === 'postgres1' ? 'postgres2' : 'postgres1'),
    master: () =>
      eventually(() => findMaster(cluster), { within: PATIENCE_MS, every: 200, what: 'one master of Redis' }),
    async measureWork(work, from) {
      const { id } = await flow.nextAcknowledged(performance.now(), PATIENCE_MS, true);
      const isDone = async () =>
        (await query<{ done: boolean }>(WORK[work], [id]).catch(() => []))[0]?.done ?? false;
      await eventually(isDone, { within: PATIENCE_MS, every: 100, what: `batch ${id} to be ${work}` });
      return (performance.now() - from) / 1000;
    },
    async measureWholeness(from) {
      await eventually(() => isWhole(cluster), {
        within: PATIENCE_MS,
        every: 250,
        what: 'the cluster to recover',
      });
      return (performance.now() - from) / 1000;
    },
    sleep: (seconds) => wait(seconds * 1000),
  };
}

/** Milliseconds between two batches. */
const EVERY_MS = 300;

/**
 * Reports whether every process is ready, PostgreSQL has a synchronous standby, and Redis has one
 * master and a replica of it.
 */
export async function isWhole(cluster: Cluster): Promise<boolean> {
  if (!(await isReplicated(cluster)) || !(await isCopied(cluster))) return false;
  return (await Promise.all(cluster.processes.map((each) => each.isReady()))).every(Boolean);
}

export function openPool(cluster: Cluster, machine: PostgresMachine): Pool {
  const pool = new Pool({
    connectionString: buildSuperuserUrl(cluster, machine),
    connectionTimeoutMillis: 3000,
    query_timeout: 60_000,
    max: 2,
  });
  pool.on('error', () => {});
  return pool;
}
