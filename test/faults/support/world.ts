import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import type { Pool } from 'pg';
import { LOCAL } from '../../../ops/local/boot/layout.ts';
import { KEY_RIGHTS } from '#src/contracts/codes.ts';
import { buildTable } from '#src/checker/build-table.ts';
import { checkInvariants } from '#src/checker/check-invariants.ts';
import { readBook } from '#src/checker/check-book.ts';
import { readSpfe } from '#src/checker/check-spfe-book.ts';
import { readRegisterLog } from '#src/checker/check-register.ts';
import { generateApiKey, hashSecret, showPrefix } from '#src/organizations/access/secrets.ts';
import { openDatabase } from '../../../src/platform/postgres/open-database.ts';
import { createOrganization } from '#src/organizations/access/organizations.ts';
import { eventually } from '../../support/eventually.ts';
import { buildBatchBody } from '../../support/invoices.ts';
import { putInSii } from '../../support/sii.ts';
import { putInSpfe } from '../../support/spfe.ts';
import { freePort, startProcess, type StartOptions, type TestProcess } from '../../support/processes.ts';
import { openGateTo, type TcpGate } from '../../support/tcp-gate.ts';
import type { FaultWorld } from '../fault.ts';
import { openBalancer } from './balancer.ts';
import { countAnswers } from './count-answers.ts';
import { describeQueues } from './in-hand.ts';
import { type Account, openSdkClient, type SdkClient } from './load.ts';
import type { Random } from './random.ts';
import type { Ground } from './servers.ts';
import { startStandIn } from './stand-in.ts';

export type WorldProcess = TestProcess & { readonly kind: 'ingress' | 'worker'; readonly port: number };

/** The product as real processes with clients on an empty database, in which a fault is run. */
export type World = FaultWorld & {
  /** Whether this is `npm test`, with less load and a shorter form of the fault. */
  readonly isShort: boolean;
  readonly ground: Ground;
  readonly random: Random;
  readonly pool: Pool;
  readonly redis: Redis;
  /** A gate to Redis that can be closed, for processes that are started with its URL. */
  readonly gate: TcpGate & { readonly url: string };
  /** The URL of the stand-in for AEAT. */
  readonly aeat: string;
  readonly accounts: readonly Account[];
  readonly settings: Record<string, string>;
  readonly processes: Set<WorldProcess>;
  startIngress(settings?: Record<string, string>, options?: StartOptions): Promise<WorldProcess>;
  startWorker(settings?: Record<string, string>, options?: StartOptions): Promise<WorldProcess>;
  /** Opens a client, of the given organization or of the next one. */
  openClient(): SdkClient;
  /**
   * Posts batches, distributed over some clients.
   * @param spacing the ms between two batches of a client.
   */
  load(options: LoadOptions): Promise<number[]>;
  /**
   * Waits until no work is left. The time is not measured, because it depends on the machine how
   * long PDFs take.
   */
  finished(): Promise<void>;
};

export type LoadOptions = {
  readonly batches: number;
  readonly invoices: number;
  readonly clients?: number;
  readonly series: string;
  readonly spacing?: number;
};

/**
 * The issuers of each organization. They have none in common, so that either organization may issue
 * any number. The last of each is in SII, the others are in VeriFactu.
 */
const ISSUERS = [
  ['B12345674', '12345678Z', 'A12345674'],
  ['X1234567L', 'G12345674', 'B58378431'],
] as const;
const IN_SII = [ISSUERS[0][2], ISSUERS[1][2]];
/** Issuers whose invoices go to the SPFE: of each register one that sends originals, and one copies. */
const IN_SPFE = [
  [ISSUERS[0][0], 'interconnect'],
  [ISSUERS[0][2], 'copy'],
  [ISSUERS[1][0], 'copy'],
  [ISSUERS[1][2], 'interconnect'],
] as const;
/** Of so many invoices, one is paid at once. */
const PAID = 5;

/** Opens a world without processes. */
export async function openWorld(ground: Ground, random: Random, isShort: boolean): Promise<World> {
  const resources = new AsyncDisposableStack();
  const { url, urlOf } = resources.use(await ground.openDatabase());
  const database = resources.use(openDatabase({ url, applicationName: 'faults', maxConnections: 5 }));
  const { pool } = database;
  // Stopped servers break this connection.
  pool.on('error', () => {});
  const redis = new Redis(ground.redisUrl, { retryStrategy: () => 200 });
  redis.on('error', () => {});
  resources.defer(() => redis.disconnect());
  await redis.flushdb();
  const gate = resources.use(await openGateTo(ground.redisUrl));
  const standIn = resources.use(await startStandIn());
  const aeat = standIn.url;
  const accounts: Account[] = [];
  for (const name of ['Empresa Uno SL', 'Empresa Dos SL']) {
    const apiKey = generateApiKey();
    const key = { keyHash: hashSecret(apiKey), prefix: showPrefix(apiKey), rights: KEY_RIGHTS };
    accounts.push({
      organizationId: await createOrganization(
        database.orm,
        { name, outside: null, key },
        { operator: 'faults', reason: null },
      ),
      apiKey,
    });
  }
  for (const issuerNif of IN_SII) await putInSii(pool, { issuerNif });
  for (const [issuerNif, channel] of IN_SPFE) await putInSpfe(pool, { issuerNif, channel });
  const settings = {
    DATABASE_URL: url,
    REDIS_URL: ground.redisUrl,
    AEAT_URL: aeat,
    AEAT_TIMEOUT_SECONDS: '10',
    SPFE_TRANSPORT: 'sandbox',
    SPFE_URL: `${aeat}/spfe`,
    SPFE_MISSING_SECONDS: '10',
    CHROMIUM_PATH: ground.chromiumPath,
    NODE_COMPILE_CACHE: path.join(LOCAL, 'compile-cache'),
    SESSION_RATE_LIMIT: '10000',
    READ_RATE_LIMIT: '100000',
  };
  const processes = new Set<WorldProcess>();
  const everStarted: WorldProcess[] = [];
  const listIngressPorts = () =>
    [...processes].filter(({ kind }) => kind === 'ingress').map(({ port }) => port);
  const balancer = resources.use(await openBalancer(listIngressPorts));
  const clients: SdkClient[] = [];

  async function start(
    kind: WorldProcess['kind'],
    more: Record<string, string>,
    options: StartOptions,
  ): Promise<WorldProcess> {
    const port = await freePort();
    const own = { ...settings, DATABASE_URL: urlOf(kind) };
    const began = await startProcess(kind, { ...own, ...more, PORT: String(port) }, options);
    const started = { ...began, kind, port };
    resources.use(started);
    processes.add(started);
    everStarted.push(started);
    void started.exited.then(() => processes.delete(started));
    return started;
  }

  const world: World = {
    ground,
    random,
    isShort,
    pool,
    redis,
    gate,
    aeat,
    accounts,
    settings,
    processes,
    startIngress: (more = {}, options = {}) => start('ingress', more, options),
    startWorker: (more = {}, options = {}) => start('worker', more, options),
    openClient() {
      const client = openSdkClient(balancer.url, accounts[clients.length % accounts.length]!);
      clients.push(client);
      return client;
    },
    async load({ batches, invoices, clients: count = 4, series, spacing = 0 }) {
      const issuersOf = (client: SdkClient) => ISSUERS[accounts.indexOf(client.account)]!;
      let next = 0;
      const ids: number[] = [];
      const work = async (client: SdkClient) => {
        while (next < batches) {
          next += 1;
          const issuers = issuersOf(client);
          const body = buildBatchBody(invoices, `${series}${next}`, (index) => ({
            issuer_nif: issuers[index % issuers.length]!,
          }));
          ids.push((await client.create(body)).id);
          await payIssued(pool, client);
          if (spacing > 0) await new Promise((resolve) => setTimeout(resolve, spacing));
        }
      };
      await Promise.all(Array.from({ length: count }, () => work(world.openClient())));
      return ids;
    },
    finished: () => waitUntilFinished(pool, PATIENCE_MS),
    async prove() {
      await world.finished();
      const directory = await mkdtemp(path.join(tmpdir(), 'ibe-faults-'));
      try {
        const logFiles = await Promise.all(
          everStarted.map(async (started, index) => {
            const file = path.join(directory, `${index}-${started.kind}.log`);
            await writeFile(file, started.output());
            return file;
          }),
        );
        if (listIngressPorts().length === 0) await world.startIngress();
        const verdicts = await checkInvariants(pool, {
          registerLog: await readRegisterLog(aeat),
          book: await readBook(aeat),
          spfe: await readSpfe(aeat),
          answers: clients.flatMap(({ answers }) => answers),
          api: { address: balancer.url, apiKeys: accounts.map(({ apiKey }) => apiKey), samples: 20 },
          logFiles,
          secrets: [url, ground.redisUrl]
            .map((address) => decodeURIComponent(new URL(address).password))
            .filter(Boolean),
        });
        const surprises = clients.flatMap((client) => client.surprises);
        if (surprises.length > 0)
          throw new Error(`clients received unexpected answers:\n${surprises.join('\n')}`);
        if (verdicts.some(({ broken }) => broken > 0)) throw new Error(`\n${buildTable(verdicts)}`);
        return [];
      } finally {
        await rm(directory, { recursive: true });
      }
    },
    countAnswers: () => countAnswers(clients.flatMap(({ answers }) => answers).length, clients),
    explain: async () => [
      await describeQueues(redis).catch(String),
      ...[...processes].map((running) => {
        const last = running.output().split('\n').slice(-20).join('\n');
        return `${running.kind} ${running.child.pid} wrote at last:\n${last}`;
      }),
    ],
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
  return world;
}

const PATIENCE_MS = 600_000;

/**
 * Pays some of an organization's issued invoices that are unpaid, whose deliveries to the SPFE may wait,
 * be on their way or admitted. While the database is away nobody pays.
 */
async function payIssued(pool: Pool, client: SdkClient): Promise<void> {
  const { rows } = await pool
    .query<{ invoiceId: number; amount: string; date: string }>(
      `select d.issued_invoice_id::float8 as "invoiceId", x.total::numeric(15, 2)::text as amount,
              to_char(now() at time zone 'Europe/Madrid', 'YYYY-MM-DD') as date
       from spfe_deliveries d join issued_invoices x on x.id = d.issued_invoice_id
       where d.organization_id = $1 and d.issued_invoice_id % $2 = 0
         and not exists (select from payments p where p.issued_invoice_id = d.issued_invoice_id)
       order by random() limit 20`,
      [client.account.organizationId, PAID],
    )
    .catch(() => ({ rows: [] }));
  if (rows.length > 0) await client.pay(rows);
}

type Left = Readonly<Record<'batches' | 'pdfs' | 'records' | 'entries' | 'deliveries' | 'messages', number>>;

/** Counts the work that is left. */
export async function countLeft(pool: Pool): Promise<Left> {
  const { rows } = await pool.query<Left>(`
    select (select count(*) from batches where processed_at is null)::int as batches,
           (select count(*) from batches where processed_at is not null and rendered_at is null)::int as pdfs,
           (select coalesce(sum(c.sequence - m.remitted_sequence), 0) from chains c join remissions m on m.chain_id = c.id)::int as records,
           (select count(*) from sii_entries where state in ('pending', 'sent'))::int as entries,
           (select count(*) from spfe_deliveries where state in ('pending', 'sending', 'uncertain'))::int as deliveries,
           (select count(*) from spfe_messages where state in ('pending', 'sending', 'uncertain'))::int as messages`);
  return rows[0]!;
}

async function waitUntilFinished(pool: Pool, within: number): Promise<void> {
  let left: Left | undefined;
  const isFinished = async () => {
    left = await countLeft(pool).catch(() => left);
    return left !== undefined && Object.values(left).every((count) => count === 0);
  };
  await eventually(isFinished, { within, what: 'all work to end', every: 200 }).catch((error: unknown) => {
    throw new Error(`${(error as Error).message}: still left: ${JSON.stringify(left)}`, { cause: error });
  });
}
